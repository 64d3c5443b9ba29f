// SPDX-License-Identifier: Apache-2.0

/// Programs for python-zeroconf, an mDNS stack that is independent of Avahi.
enum Zeroconf {
    /// Debian's Python, for which its package python3-zeroconf is built.
    static let python = "/usr/bin/python3"

    private static let start = """
        import signal, socket
        from zeroconf import IPVersion, ServiceInfo, Zeroconf
        stack = Zeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)

        """

    /// Resolves "Garden".
    static let look =
        start + """
            info = None
            while info is None:
                info = stack.get_service_info("_longshot._tcp.local.", "Garden._longshot._tcp.local.", 1000)
            print(info.name, info.port, socket.inet_ntoa(info.addresses[0]), info.properties[b"role"].decode())
            print("DONE")
            """

    /// Announces a node with this name until the program is ended; others forget its address after 2 s.
    static func hold(name: String, letter: Character) -> String {
        start + """
            info = ServiceInfo("_longshot._tcp.local.", "\(name)._longshot._tcp.local.", port=7000, host_ttl=2,
                addresses=[socket.inet_aton("127.0.0.1")], server="other.local.",
                properties={"v": "1", "role": "recorder", "id": "\(letter)" * 52, "name": "\(name)"})
            stack.register_service(info)
            print("HELD")
            signal.pause()
            """
    }
}
