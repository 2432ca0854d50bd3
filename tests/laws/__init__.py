"""The six laws of every title, checked over random playouts, with no per-title code."""
