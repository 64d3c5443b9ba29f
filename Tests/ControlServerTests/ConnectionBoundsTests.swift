// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Testing

@testable import ControlServer

@Suite("Bounds of connections")
struct ConnectionBoundsTests {
    @Test("All ports together leave half of the descriptors", arguments: [128, 256, 1_024, 4_096, 1 << 20])
    func half(_ descriptors: Int) {
        let all = [
            ConnectionBounds.node(descriptors: descriptors), .page(descriptors: descriptors),
            .pairing(descriptors: descriptors),
        ]
        #expect(all.map(\.total).reduce(0, +) <= max(64, descriptors / 2))
        // Unpaired clients alone can never use up all connections.
        #expect(all.allSatisfy { $0.handshakes + $0.unknown < $0.total })
        #expect(all.allSatisfy { $0.handshakesPerAddress <= $0.handshakes && $0.perVisitor < $0.total })
    }

    @Test("One IPv4 address is one client, and so are the 2^64 addresses of an IPv6 host")
    func groups() throws {
        func group(_ text: String) throws -> AddressGroup { AddressGroup(try SocketAddress(ipAddress: text, port: 1)) }
        #expect(try group("192.0.2.1") != group("192.0.2.2"))
        #expect(try group("192.0.2.1") == group("::ffff:192.0.2.1"))
        #expect(try group("::ffff:192.0.2.1") != group("::ffff:192.0.2.2"))
        #expect(try group("2001:db8::1") == group("2001:db8::2"))
        #expect(try group("2001:db8::1") != group("2001:db8:0:1::1"))
    }
}
