"""The version of Stele, by Semantic Versioning. `docs/guides/upgrading.md` says what a version promises."""

VERSION = "1.0.0"
