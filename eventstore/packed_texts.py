"""Packed texts: many short JSON objects of one form, each compressed separately against what they have in common."""

import zstandard

from eventstore.backup.archive_format import LEVEL

_LARGEST_BYTES = 1_000_000


class PackedTexts:
    """Compresses JSON objects. A change of `common`, an object of their form, makes what is packed unreadable."""

    def __init__(self, common: bytes) -> None:
        self._common = zstandard.ZstdCompressionDict(common, dict_type=zstandard.DICT_TYPE_RAWCONTENT)

    def pack(self, text: bytes) -> bytes:
        """The text in a few bytes, the same at each call."""
        return zstandard.ZstdCompressor(level=LEVEL, dict_data=self._common).compress(text)

    def unpack(self, content: bytes) -> bytes:
        """The text, which may also not be packed; `ValueError` if there is none."""
        if content.startswith(b"{"):
            return content
        try:
            unpacked = zstandard.ZstdDecompressor(dict_data=self._common)
            return unpacked.decompress(content, max_output_size=_LARGEST_BYTES)
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from error
