"""What scripts in Python do with nodes: they ask them as their owner. For `import node`, with PYTHONPATH=scripts."""
import http.client
import json
import ssl


class Node:
    """A node of this machine, by its home, over a connection that stays."""

    def __init__(self, home, timeout=30):
        self.home, self.timeout, self.connection = home, timeout, None

    def connect(self):
        with open(f"{self.home}/run.json") as file:
            run = json.load(file)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        tls.load_cert_chain(f"{self.home}/identity/certificate.pem", f"{self.home}/identity/key.pem")
        return http.client.HTTPSConnection(run["host"], run["port"], context=tls, timeout=self.timeout)

    def ask(self, method, path, body=None, kind="application/json"):
        """Its answer: status, header fields and content. Asks twice when the connection has ended, as after a restart."""
        for is_last in (False, True):
            try:
                self.connection = self.connection or self.connect()
                self.connection.request(method, path, body, {"Content-Type": kind} if body else {})
                answer = self.connection.getresponse()
                return answer.status, answer.headers, answer.read()
            except (OSError, http.client.HTTPException):
                self.connection = None
                if is_last:
                    raise
