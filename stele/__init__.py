"""Public modules of Stele: `title`, `laws` and `research`. Their names are stable; the internal packages may change."""
