"""The record read back: frames, sentences, and the languages that they are told in."""
