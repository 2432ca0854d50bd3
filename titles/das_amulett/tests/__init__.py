"""Das Amulett: rule by rule, ruling by ruling, spell by spell, and whole games."""
