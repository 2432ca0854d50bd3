"""Laws that hold for every title, checked in random playouts without per-title code, and helpers for tests of rules.

Titles, here and in other packages, import them from `stele.laws`.
"""
