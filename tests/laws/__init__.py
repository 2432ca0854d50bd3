"""The six laws: what must hold for every title, checked over random playouts, with no per-title code."""
