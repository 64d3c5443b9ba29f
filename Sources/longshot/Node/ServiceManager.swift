// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Reports the state of the program to systemd, if systemd started it and asks for that (sd_notify(3)).
struct ServiceManager: Sendable {
    private let socket: String?
    /// The interval in which systemd expects a keep-alive; nil if it expects none (sd_watchdog_enabled(3)).
    let watchdog: Duration?

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        socket = environment["NOTIFY_SOCKET"]
        let isForUs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        watchdog = isForUs ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { .microseconds($0) } : nil
    }

    /// Reports that the node listens.
    func isReady() { send("READY=1") }

    /// Reports that the node does its job.
    func isAlive() { send("WATCHDOG=1") }

    /// Reports that the node ends on request.
    func isStopping() { send("STOPPING=1") }

    /// Sends one datagram; ignores failures.
    private func send(_ words: String) {
        guard let socket, !socket.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is abstract: its first byte is zero (unix(7)).
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
