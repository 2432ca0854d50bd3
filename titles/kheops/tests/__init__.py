"""Tests of the rules of Kheops: one for every rule and ruling of its RULES.md."""
