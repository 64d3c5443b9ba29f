"""A network camera for tests, by GStreamer's RTSP server: ADDRESS PORT PIPELINE [USER PASSWORD].

The pipeline ends with a payloader named pay0. All clients get the same stream, at /stream. It says "ready" with its port, which is any
free one if PORT is 0. For each picture that goes into the
payloader it prints its number, so that frames are counted by the one who sends them.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

address, port, text, *login = sys.argv[1:]
Gst.init(None)
server = GstRtspServer.RTSPServer(address=address, service=port)
factory = GstRtspServer.RTSPMediaFactory(launch=f"( {text} )", shared=True)
# A camera does not stop when nobody looks, and a client that comes back finds the same stream.
factory.set_suspend_mode(GstRtspServer.RTSPSuspendMode.NONE)
if login:
    user, password = login
    auth = GstRtspServer.RTSPAuth()
    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
    token = GstRtspServer.RTSPToken()
    token.set_string(GstRtspServer.RTSP_TOKEN_MEDIA_FACTORY_ROLE, user)
    auth.add_digest(user, password, token)
    server.set_auth(auth)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role(user, GstRtspServer.RTSP_PERM_MEDIA_FACTORY_ACCESS, True)
    permissions.add_permission_for_role(user, GstRtspServer.RTSP_PERM_MEDIA_FACTORY_CONSTRUCT, True)
    factory.set_permissions(permissions)


def count(pad, info, sent):
    sent[0] += 1
    print(sent[0], flush=True)
    return Gst.PadProbeReturn.OK


def configure(_, media):
    payloader = media.get_element().get_by_name("pay0")
    payloader.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, count, [0])


factory.connect("media-configure", configure)
server.get_mount_points().add_factory("/stream", factory)
assert server.attach(None), f"{address}:{port} cannot be had"
print("ready", server.get_bound_port(), flush=True)
GLib.MainLoop().run()
