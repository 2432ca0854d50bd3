"""Checkpoints: signed notes of what the record had, outside of it, and the comparison with them."""
