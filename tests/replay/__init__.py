"""The record, read back: frames, narration, bundles, and full verification."""
