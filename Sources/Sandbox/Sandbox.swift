// SPDX-License-Identifier: Apache-2.0
import CSandbox
import Foundation

/// Permanently removes a process's access to files, programs, sockets and other processes, before it reads untrusted input.
///
/// Landlock forbids files, seccomp forbids system calls. If the kernel lacks one of them, the other still applies.
public struct Sandbox: Sendable {
    /// The sockets that a process may create.
    public enum Network: Int32, Sendable {
        /// None.
        case none
        /// UDP, and netlink for the list of network interfaces.
        case datagrams
        /// UDP, netlink, and TCP towards others.
        case streams
    }

    /// Files of the system that libraries read at run time.
    ///
    /// No folder that usually contains secrets: not `/etc`, not `/home`, not `/var`. All of `/proc`, because libdispatch inspects
    /// its threads there and ends the process if it cannot. The environment, memory and files of other processes stay out of reach,
    /// because the kernel applies Landlock's rules for tracing to them, if the process has no capabilities.
    private static let system = [
        "/usr", "/lib", "/lib64", "/proc", "/sys/devices/system/cpu", "/dev/null", "/dev/zero", "/dev/random",
        "/dev/urandom", "/etc/ld.so.cache", "/etc/hosts", "/etc/host.conf", "/etc/resolv.conf", "/etc/nsswitch.conf",
        "/etc/gai.conf", "/etc/localtime", "/etc/timezone", "/etc/ssl/openssl.cnf", "/etc/gnutls",
    ]

    /// Environment variables with the search paths of GStreamer and the loader.
    private static let searchPaths = [
        "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_SYSTEM_PATH_1_0",
        "GST_REGISTRY", "GST_REGISTRY_1_0", "LD_LIBRARY_PATH",
    ]

    /// Whether the kernel has Landlock.
    public static var hasLandlock: Bool { sandbox_landlock_version() > 0 }
    /// Whether the kernel has seccomp filters.
    public static var hasSeccomp: Bool { sandbox_has_seccomp() != 0 }

    private let readable: [String]
    private let network: Network

    /// - Parameters:
    ///   - readable: files and folders that the process may read, in addition to those of the system.
    ///   - network: the sockets that it may create.
    public init(reading readable: [String], network: Network) {
        (self.readable, self.network) = (readable, network)
    }

    /// Enters the sandbox permanently; skips what the kernel lacks.
    ///
    /// Call it before any thread starts: Landlock binds the calling thread and the threads that it starts later. Throws if there
    /// are other threads already, or if the kernel refuses a right that it claims to support.
    public func enter() throws(SandboxError) {
        sandbox_close_descriptors()
        guard sandbox_drop_capabilities() == 0 else { throw SandboxError("capabilities", code: errno) }
        let version = sandbox_landlock_version()
        if version > 0 { try forbidFiles(version) }
        if Self.hasSeccomp {
            guard sandbox_filter_calls(network.rawValue) == 0 else {
                throw SandboxError("seccomp", code: errno)
            }
        }
    }

    private func forbidFiles(_ version: Int32) throws(SandboxError) {
        let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        guard threads?.count == 1 else { throw SandboxError("there are threads already", code: 0) }
        let ruleset = sandbox_make_ruleset(version, network.rawValue)
        guard ruleset >= 0 else { throw SandboxError("Landlock", code: errno) }
        defer { close(ruleset) }
        for path in Self.system + readable + searched() {
            guard sandbox_permit_reading(ruleset, path) == 0 else {
                throw SandboxError("Landlock: \(path)", code: errno)
            }
        }
        guard sandbox_apply(ruleset) == 0 else { throw SandboxError("Landlock", code: errno) }
    }

    /// GStreamer's registry of plug-ins, and the folders of plug-ins and libraries that the environment names.
    private func searched() -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let caches = environment["XDG_CACHE_HOME"] ?? environment["HOME"].map { $0 + "/.cache" }
        return Self.searchPaths.compactMap { environment[$0] }.flatMap { $0.split(separator: ":").map(String.init) }
            + [caches.map { $0 + "/gstreamer-1.0" }].compactMap { $0 }
    }
}
