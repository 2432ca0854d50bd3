"""The laws that hold for every title, checked over random playouts with no per-title code, and what tests of rules use.

Titles, here and in packages of their own, import them from `stele.laws`.
"""
