"""Beacon: the public source of randomness that games may use, and the recording of its rounds."""
