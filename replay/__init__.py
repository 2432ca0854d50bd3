"""The record, read back: frames, narration, bundles and their verification. The browser's pages live in `web/`."""
