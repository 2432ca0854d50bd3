"""Packed texts: many short JSON objects of one form, each compressed separately, with their common content as the
dictionary.
"""

import zstandard

from eventstore.backup.archive_format import LEVEL

_LARGEST_BYTES = 1_000_000


class PackedTexts:
    """Compresses JSON objects. `common` is an object of their form; if it changes, texts that are already packed become
    unreadable.
    """

    def __init__(self, common: bytes) -> None:
        self._common = zstandard.ZstdCompressionDict(common, dict_type=zstandard.DICT_TYPE_RAWCONTENT)

    def pack(self, text: bytes) -> bytes:
        """The text in a few bytes; equal texts give equal bytes."""
        return zstandard.ZstdCompressor(level=LEVEL, dict_data=self._common).compress(text)

    def unpack(self, content: bytes) -> bytes:
        """The text, from its packed form or unchanged; `ValueError` if it is neither."""
        if content.startswith(b"{"):
            return content
        try:
            unpacked = zstandard.ZstdDecompressor(dict_data=self._common)
            return unpacked.decompress(content, max_output_size=_LARGEST_BYTES)
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from error
