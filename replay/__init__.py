"""Replay: the record read back as frames and sentences, in the reader's language."""
