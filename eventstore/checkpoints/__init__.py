"""Checkpoints: signed notes of the record's state, stored outside it, and the comparison with them."""
