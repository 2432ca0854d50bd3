"""Replay: the record as frames and sentences, in the reader's language."""
