; extends
; Rule texts in YAML: below `rules: |`, or on its line.
((block_mapping_pair
  key: (flow_node) @_key
  value: (block_node (block_scalar) @injection.content))
  (#eq? @_key "rules")
  (#offset! @injection.content 0 1 0 0)
  (#set! injection.language "ruledsl"))
((block_mapping_pair
  key: (flow_node) @_key
  value: (flow_node (plain_scalar) @injection.content))
  (#eq? @_key "rules")
  (#set! injection.language "ruledsl"))
