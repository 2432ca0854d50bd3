"""A wire between a browser and the server that stores the bytes sent to the browser, and can be cut or held."""

import contextlib
import re
import socket
import threading

_ENCODINGS = re.compile(rb"(?im)^accept-encoding: [^\r\n]*")


class Wire:
    """Listens on its own port and passes everything on; answers come uncompressed, so that they can be read."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.heard = b""
        self.asked = b""
        self.is_cut = False
        self._flows = threading.Event()
        self._flows.set()
        self._pairs: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.port))
                self._pairs |= {near, far}
                threading.Thread(target=self._pass, args=(near, far, True), daemon=True).start()
                threading.Thread(target=self._pass, args=(far, near, False), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, is_request: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                if is_request:
                    data = _ENCODINGS.sub(lambda found: b"accept-encoding: identity".ljust(len(found[0])), data)
                    self.asked += data
                else:
                    self.heard += data
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Break every connection, and refuse new ones until it is mended."""
        self.is_cut = True
        for one in list(self._pairs):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def hold(self) -> None:
        """Keep every connection, and pass nothing on until released."""
        self._flows.clear()

    def let_go(self) -> None:
        """Pass on the held bytes, and all that follow."""
        self._flows.set()

    def close(self) -> None:
        """Close it permanently."""
        self.let_go()
        self.cut()
        self._listener.close()
