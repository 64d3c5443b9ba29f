"""A camera that speaks ONVIF: it answers searches (by WSDiscovery, a foreign library) and tells its streams to a user.

    onvif.py ADDRESS PORT RTSP-ADDRESS USER PASSWORD [hidden]

If hidden, it answers those only who know its address. It says "ready" with its port, which is any free one if PORT is 0.
Its clock is three hours ahead, as that of a camera whose battery is empty may be, and it believes to be at another address.
"""

import base64
import hashlib
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

address, port, stream, user, password, *hidden = sys.argv[1:]
AHEAD = 3 * 3600
ELSEWHERE = "192.0.2.1"
DEVICE, MEDIA = "http://www.onvif.org/ver10/device/wsdl", "http://www.onvif.org/ver10/media/wsdl"
nonces = set()


def now():
    return time.gmtime(time.time() + AHEAD)


def is_admitted(request):
    """Judges a UsernameToken: the digest, a nonce of its own, and the time on this clock."""
    found = {
        name: re.search(rf"<\w+:{name}[^>]*>([^<]*)</", request)
        for name in ("Username", "Password", "Nonce", "Created")
    }
    if not all(found.values()):
        return False
    name, digest, nonce, created = (found[key].group(1) for key in ("Username", "Password", "Nonce", "Created"))
    age = time.mktime(now()) - time.mktime(time.strptime(created, "%Y-%m-%dT%H:%M:%SZ"))
    expected = hashlib.sha1(base64.b64decode(nonce) + created.encode() + password.encode()).digest()
    is_new = nonce not in nonces
    nonces.add(nonce)
    return name == user and base64.b64decode(digest) == expected and is_new and abs(age) < 5


def date_and_time():
    at = now()
    return (
        f'<d:GetSystemDateAndTimeResponse xmlns:d="{DEVICE}"><d:SystemDateAndTime><t:UTCDateTime>'
        f"<t:Time><t:Hour>{at.tm_hour}</t:Hour><t:Minute>{at.tm_min}</t:Minute><t:Second>{at.tm_sec}</t:Second></t:Time>"
        f"<t:Date><t:Year>{at.tm_year}</t:Year><t:Month>{at.tm_mon}</t:Month><t:Day>{at.tm_mday}</t:Day></t:Date>"
        "</t:UTCDateTime></d:SystemDateAndTime></d:GetSystemDateAndTimeResponse>"
    )


def profile(token, encoding, width, height, rate):
    return (
        f'<m:Profiles fixed="true" token="{token}"><t:Name>{token}</t:Name>'
        f'<t:VideoEncoderConfiguration token="e"><t:Name>e</t:Name><t:Encoding>{encoding}</t:Encoding>'
        f"<t:Resolution><t:Width>{width}</t:Width><t:Height>{height}</t:Height></t:Resolution>"
        f"<t:RateControl><t:FrameRateLimit>{rate}</t:FrameRateLimit></t:RateControl></t:VideoEncoderConfiguration></m:Profiles>"
    )


def answer(request):
    if "GetSystemDateAndTime" in request:
        return 200, date_and_time()
    if "GetCapabilities" in request:
        return 200, (
            f'<d:GetCapabilitiesResponse xmlns:d="{DEVICE}"><d:Capabilities><t:Media>'
            f"<t:XAddr>http://{ELSEWHERE}:{port}/onvif/Media</t:XAddr></t:Media></d:Capabilities></d:GetCapabilitiesResponse>"
        )
    if not is_admitted(request):
        return 400, (
            "<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>e:NotAuthorized</s:Value></s:Subcode></s:Code>"
            '<s:Reason><s:Text xml:lang="en">Sender not Authorized</s:Text></s:Reason></s:Fault>'
        )
    if "GetProfiles" in request:
        small, large, other = ("sub", "JPEG", 320, 240, 5), ("main &amp; large", "H264", 640, 360, 25), ("other", "H265", 64, 48, 1)
        profiles = "".join(profile(*one) for one in (small, large, other))
        return 200, f'<m:GetProfilesResponse xmlns:m="{MEDIA}">{profiles}</m:GetProfilesResponse>'
    if "GetStreamUri" in request:
        is_main = "main &amp; large" in request
        path = re.sub(r"^rtsp://[^/:]*", f"rtsp://{user}:{password}@{ELSEWHERE}", stream)
        uri = path + "?channel=1&amp;name='main'" if is_main else path
        return 200, (
            f'<m:GetStreamUriResponse xmlns:m="{MEDIA}"><m:MediaUri><t:Uri>{uri}</t:Uri></m:MediaUri></m:GetStreamUriResponse>'
        )
    return 500, "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code></s:Fault>"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        request = self.rfile.read(int(self.headers["Content-Length"])).decode()
        status, body = answer(request)
        text = (
            '<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" '
            'xmlns:t="http://www.onvif.org/ver10/schema" xmlns:e="http://www.onvif.org/ver10/error">'
            f"<s:Body>{body}</s:Body></s:Envelope>"
        ).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/soap+xml; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


server = HTTPServer((address, int(port)), Handler)
port = server.server_address[1]
if not hidden:
    from wsdiscovery import QName, Scope
    from wsdiscovery.publishing import ThreadedWSPublishing

    publishing = ThreadedWSPublishing()
    publishing.start()
    publishing.publishService(
        types=[QName("http://www.onvif.org/ver10/network/wsdl", "NetworkVideoTransmitter")],
        scopes=[Scope("onvif://www.onvif.org/name/Front%20door"), Scope("onvif://www.onvif.org/hardware/LS-1")],
        xAddrs=[f"http://{address}:{port}/onvif/device_service"],
    )
print("ready", port, flush=True)
server.serve_forever()
