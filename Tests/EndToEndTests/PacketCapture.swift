// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport

/// Every IPv4 packet that this machine sends or receives during the capture.
///
/// Needs the right to open packet sockets (`CAP_NET_RAW`), and a network namespace in which no other program sends plain text.
final class PacketCapture: Sendable {
    private struct State {
        var packets: [[UInt8]] = []
        var isOpen = true
    }

    private let socket: Int32
    private let state = Mutex(State())

    /// Whether this process may capture packets.
    static var isPermitted: Bool {
        let socket = openSocket()
        close(socket)
        return socket >= 0
    }

    init() throws {
        socket = PacketCapture.openSocket()
        guard socket >= 0 else { throw CocoaError(.featureUnsupported) }
        var (size, patience) = (Int32(64 << 20), timeval(tv_sec: 0, tv_usec: 50_000))
        setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &size, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 128 << 10)
            while state.withLock({ $0.isOpen }) {
                let count = recv(socket, &buffer, buffer.count, 0)
                if count > 20 { state.withLock { $0.packets.append(Array(buffer[..<count])) } }
            }
            close(socket)
        }
    }

    /// Ends the capture; returns the concatenated UDP and TCP packets with their headers.
    func finish() async throws -> [UInt8] {
        // A marker packet arrives after all earlier ones.
        let mark = Array(UUID().uuidString.utf8)
        try Self.send(mark)
        try await eventually("the last packet is there") {
            state.withLock { $0.packets.lastIndex { $0.suffix(mark.count) == mark[...] } != nil }
        }
        let packets = state.withLock { state in
            state.isOpen = false
            return state.packets
        }
        return packets.filter { $0[0] >> 4 == 4 && [6, 17].contains($0[9]) }.flatMap { $0 }
    }

    /// Sends a datagram to a closed port of this machine.
    private static func send(_ bytes: [UInt8]) throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(9).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                sendto(socket, bytes, bytes.count, 0, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard sent == bytes.count else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// A socket for packets of all protocols, without link headers.
    private static func openSocket() -> Int32 {
        Glibc.socket(AF_PACKET, Int32(SOCK_DGRAM.rawValue), Int32(UInt16(0x0003).bigEndian))
    }
}
