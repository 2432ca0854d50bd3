"""The record read back: frames, sentences, and the languages of the sentences."""
