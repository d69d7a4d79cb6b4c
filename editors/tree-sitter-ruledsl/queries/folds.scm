[(action) (after) (before) (body) (event) (for_each) (guard) (if_) (instead) (may) (may_choose) (phase) (phase_added) (repeat) (repeat_until)] @fold
