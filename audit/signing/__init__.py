"""Signing keys: the server's keyring, its receipts and notes, and the reader's trust in keys."""
