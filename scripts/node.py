"""What scripts in Python do with nodes: they ask them as their owner. For `import node`, with PYTHONPATH=scripts."""
import http.client
import json
import ssl


class Node:
    """A node of this machine, by its home, over a connection that stays."""

    def __init__(self, home, timeout=30):
        with open(f"{home}/run.json") as file:
            run = json.load(file)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        tls.load_cert_chain(f"{home}/identity/certificate.pem", f"{home}/identity/key.pem")
        self.connection = http.client.HTTPSConnection(run["host"], run["port"], context=tls, timeout=timeout)

    def ask(self, method, path, body=None, kind="application/json"):
        """Its answer: status, header fields and content."""
        self.connection.request(method, path, body, {"Content-Type": kind} if body else {})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()
