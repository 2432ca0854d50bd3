"""Laws that hold for every title, checked over random playouts with no per-title code, and helpers for tests of rules.

Titles, here and in packages of their own, import them from `stele.laws`.
"""
