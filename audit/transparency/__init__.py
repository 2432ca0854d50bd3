"""Transparency log for readers: proofs, witnesses, freshness."""
