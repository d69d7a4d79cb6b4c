"""A network between a browser and a server, which can be cut without a word, as when a cable is pulled or a router sleeps."""

import socket
import threading
from contextlib import suppress


class Wire:
    """Passes on what comes to its `port` to another one. While it is `cut`, nothing gets through, and nobody is told."""

    def __init__(self, port):
        self.target = port
        self.cut = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                one, _ = self._listening.accept()
                self._open.append(one)
                if not self.cut.is_set():
                    other = socket.create_connection(("127.0.0.1", self.target))
                    self._open.append(other)
                    for ends in ((one, other), (other, one)):
                        threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, source, drain):
        lost = False
        with suppress(OSError):
            while data := source.recv(65536):
                lost |= self.cut.is_set()
                if not lost:
                    drain.sendall(data)
        if not lost and not self.cut.is_set():
            with suppress(OSError):
                drain.shutdown(socket.SHUT_WR)

    def mend(self):
        """What was under way is gone; new connections get through."""
        self.cut.clear()

    def end(self):
        self._listening.close()
        for one in self._open:
            one.close()
