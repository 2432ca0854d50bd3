"""The record, read back: frames, narration, bundles, and a verification that nothing escapes."""
