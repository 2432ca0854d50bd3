"""Public modules of Stele: `title`, `laws` and `research`. Their names are stable; internal packages may move."""
