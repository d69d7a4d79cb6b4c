"""Packs to send, a server that speaks https with a certificate of its own, and a folder of the user's packs that is empty."""

import http.server
import shutil
import ssl
import subprocess
import threading
from types import SimpleNamespace

import pytest

from ruledsl.author.exchange import inspect

HEAD = "id: {id}\nversion: {version}\nlanguage: 1\nname: Bogs\nrequires: {{core: '>=0.1'}}\n"
MORE = "authors: [Ada, Grace]\nlicence: MIT\nhomepage: https://example.org/bogs\nsources: [{kind: own reading, title: Bogs}]\n"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The folder of the user's packs."""
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "own"))
    return tmp_path / "own"


@pytest.fixture
def untried(monkeypatch):
    """Trials take seconds, and have tests of their own: here, who was tried."""
    asked = []
    monkeypatch.setattr(inspect, "tried", lambda packs: asked.append(packs) or [])
    return asked


@pytest.fixture
def make(tmp_path):
    """A folder with a small pack."""

    def make(id_="bogs", version="0.1.0", more=MORE, where="made"):
        folder = tmp_path / where / id_
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pack.yaml").write_text(HEAD.format(id=id_, version=version) + more)
        (folder / "words.yaml").write_text("terrains: [bog]\n")
        return folder

    return make


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A key and a certificate for this computer, made here: none lies in the repository."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("certificate")
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = (
        "-addext",
        "subjectAltName=DNS:localhost,DNS:repository.invalid,IP:127.0.0.1",
        "-keyout",
        "key",
        "-out",
        "certificate",
    )
    subprocess.run(["openssl", *words.split(), *names], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def web(certificate, monkeypatch):
    """A server: `pages` are what it answers by path (status, headers, body); `asked` are the paths it was asked for."""
    site = SimpleNamespace(pages={}, asked=[])

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            site.asked.append(self.path)
            status, headers, body = site.pages.get(self.path, (404, {}, b""))
            self.send_response(status)
            if isinstance(body, bytes):
                headers = {"Content-Length": str(len(body))} | headers
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            for part in [body] if isinstance(body, bytes) else body:
                try:
                    self.wfile.write(part)
                except OSError:
                    return

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # whoever does not trust its certificate goes away
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "certificate", certificate / "key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    site.port = server.server_port
    site.url = f"https://localhost:{site.port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "certificate"))
    yield site
    server.shutdown()
    server.server_close()
    thread.join()
