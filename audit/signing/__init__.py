"""Signing keys: the server's keyring, its receipts and notes, and whom a reader trusts."""
