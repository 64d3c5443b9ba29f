// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Tells systemd how the program is, when systemd has started it and wants to know (sd_notify(3)).
struct ServiceManager: Sendable {
    private let socket: String?
    /// How often systemd wants a sign of life; nil when it wants none (sd_watchdog_enabled(3)).
    let watchdog: Duration?

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        socket = environment["NOTIFY_SOCKET"]
        let isForUs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        watchdog = isForUs ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { .microseconds($0) } : nil
    }

    /// The node listens.
    func isReady() { send("READY=1") }

    /// The node does its job.
    func isAlive() { send("WATCHDOG=1") }

    /// The node ends because it was asked to.
    func isStopping() { send("STOPPING=1") }

    /// One datagram; that nobody hears it is nobody's trouble.
    private func send(_ words: String) {
        guard let socket, !socket.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is an abstract one, which begins with a zero (unix(7)).
        let name = Array(socket.utf8).enumerated().map { $0 == 0 && $1 == UInt8(ascii: "@") ? 0 : $1 }
        let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(words.utf8)
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe sendto(descriptor, bytes, bytes.count, 0, pointer, socklen_t(offset + name.count))
            }
        }
    }
}
