(comment) @comment
(integer) @number
(identifier) @variable
((identifier) @function.builtin (#any-of? @function.builtin "amount" "aside" "bearer" "board" "border" "borders" "concealed" "copy" "first" "force" "founded" "groups" "half" "hand" "holder" "hops" "kind" "lasting" "markers" "model" "neighbours" "next" "numbers" "occupants" "only" "opponents" "owner" "peoples" "pieces" "players" "pointless" "position" "power" "protective" "race" "regions" "remainder" "round" "rounds" "seat" "second" "site" "sites" "spread" "stage" "stand_ins" "stock" "terrain" "third" "tiles" "tokens" "tray" "troops" "turn_player" "wares"))
(action . (identifier) @function)
(define . (identifier) @function)
(event . (identifier) @function)
(permission . (identifier) @function)
(phase . (identifier) @function)
(remember . (identifier) @function)
(value . (identifier) @function)
["here" "it" "me" "my" "this" "you"] @variable.builtin
["no" "yes" (nothing)] @constant.builtin
["action" "add" "after" "against" "all" "also" "and" "as" "asking" "at" "be" "becomes" "before" "between" "borrow" "bottom" "but" "by" "can" "choose" "coin" "coins" "collect" "define" "despite" "do" "down" "draw" "drop" "during" "each" "else" "end" "event" "exchange" "face" "for" "forbid" "found" "from" "gain" "gains" "game" "has" "higher" "highest" "if" "in" "instead" "is" "lay" "least" "less" "let" "lost" "lower" "lowest" "may" "more" "most" "move" "not" "nothing" "number" "of" "offer" "on" "once" "one" "or" "others" "over" "pass" "pay" "pays" "per" "permission" "permit" "phase" "proceed" "put" "reached" "remember" "repeat" "reroll" "return" "reveal" "roll" "rounded" "secret" "set" "shuffle" "some" "stop" "sum" "than" "then" "through" "times" "to" "top" "turn" "until" "up" "value" "when" "where" "with" "without" (every) (everything)] @keyword
["*" "+" "-" "/" "="] @operator
["(" ")"] @punctuation.bracket
":" @punctuation.delimiter
