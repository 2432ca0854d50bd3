"""Transparency log as others read it: proofs, witnesses, freshness."""
