"""Effects as written."""

from __future__ import annotations

from ruledsl.base.dataclass import dataclass
from ruledsl.language.syntax.tree.base import Node, Word
from ruledsl.language.syntax.tree.expressions import Arg, Expr

__all__ = [
    "Act",
    "AddTo",
    "Amount",
    "Block",
    "Choose",
    "Collect",
    "Do",
    "DropFrom",
    "Effect",
    "Exchange",
    "ForEach",
    "Gains",
    "IfEffect",
    "Let",
    "May",
    "MayChoose",
    "Move",
    "Offer",
    "Pays",
    "Phase",
    "Proceed",
    "PutIn",
    "Repeat",
    "Roll",
    "SetTo",
    "Stop",
    "UpTo",
]


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Effects in their order."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`do conquest of region by me with 1 as sorcery`."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let loser be holder of region`."""

    rule = "let"
    written = "let {name} be {value:expr}"

    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    """`set ally of me to friend`; `place` is a Name, a Call with one argument or a My without arguments."""

    rule = "set_to"
    written = "set {place:chain} to {value:expr}"

    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class AddTo(Node):
    """`add 1 to holes of this`."""

    rule = "add_to"
    written = "add {value:chain} to {place:chain}"

    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class PutIn(Node):
    """`put region in conquered of people`."""

    rule = "put_in"
    written = "put {value:chain} in {place:chain}"

    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class DropFrom(Node):
    """`drop region from conquered of people`, `drop 1 from lives of me`."""

    rule = "drop_from"
    written = "drop {value:chain} from {place:chain}"

    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class IfEffect(Node):
    """`if … : … else if … : … else: …`; `branches` in order, `otherwise` may be missing."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each old in peoples of player where …:`; inside the condition the member is `it` and `name`."""

    name: Word
    members: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat 2 times:`."""

    times: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose region from … [asking player]`; the name holds for the rest of the block."""

    name: Word
    options: Expr
    asking: Expr | None


@dataclass(frozen=True, slots=True)
class MayChoose(Node):
    """`may choose region from … [asking player]: … [else: …]`; the body runs if one was chosen, the other if none was."""

    name: Word
    options: Expr
    asking: Expr | None
    body: Block
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may decline [asking player]: … [else: …]`; yes or no."""

    name: Word
    asking: Expr | None
    body: Block
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class UpTo(Node):
    """`up to 2 times may choose …:`; the choice is repeated until it is declined."""

    times: Expr
    choice: MayChoose | May


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """The amount of a move; `value` is None for `all`."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move 1 token of me from tray to hand`; without `from`: from anywhere."""

    amount: Amount
    kind: Word
    owner: Expr | None
    source: Expr | None
    target: Expr


@dataclass(frozen=True, slots=True)
class Exchange(Node):
    """`exchange badge of a with badge of b` (two memories) or `exchange a with b` (the contents of two regions)."""

    rule = "exchange"
    written = "exchange {left:chain} with {right:chain}"

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Gains(Node):
    """`you gain 2 coins`."""

    rule = "gains"
    written = "{player:chain} gains {amount:atom} coins"

    player: Expr
    amount: Expr


@dataclass(frozen=True, slots=True)
class Pays(Node):
    """`you pay 2 coins [to player]`; to the supply if nobody is named."""

    player: Expr
    amount: Expr
    receiver: Expr | None


@dataclass(frozen=True, slots=True)
class Collect(Node):
    """`collect toll of region for people`: the owner of the subject pays every modifier's part of the value to the owner of its rule."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll reinforcement as pips [asking player]`; that player rolls."""

    die: Word
    name: Word
    asking: Expr | None = None


@dataclass(frozen=True, slots=True)
class Act(Node):
    """A plain effect of `ruledsl.language.vocabulary.effects`, by its name there: `shuffle banners`, `draw badge from badges`."""

    name: str
    args: tuple[Expr, ...]
    binds: Word | None


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """`offer to people` / `offer one to player`: the actions of the surrounding phase."""

    one: bool
    to: Expr


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """`stop conquests`."""

    rule = "stop"
    written = "stop {phase}"

    phase: Word


@dataclass(frozen=True, slots=True)
class Proceed(Node):
    """`proceed`, inside `instead of`."""

    rule = "proceed"
    written = "proceed"


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """A phase inside the body of an event; an empty one has no block and only carries triggers."""

    name: Word
    body: Block | None


Effect = (
    Do
    | Let
    | SetTo
    | AddTo
    | PutIn
    | DropFrom
    | IfEffect
    | ForEach
    | Repeat
    | UpTo
    | Choose
    | MayChoose
    | May
    | Move
    | Exchange
    | Gains
    | Pays
    | Collect
    | Roll
    | Act
    | Offer
    | Stop
    | Proceed
)
