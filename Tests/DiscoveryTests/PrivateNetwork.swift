// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A message bus and an avahi-daemon for the tests, in a network namespace with only a loopback interface.
///
/// The daemon's configuration allows only `lo` too, so that nothing is announced on a real network.
final class PrivateNetwork {
    /// All networks of these tests share one folder, because libdbus reads the address once per process.
    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "longshot-avahi-\(getpid())")
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(folder.path)/bus", 1)
        return folder
    }()

    /// Whether this machine has the needed tools and namespaces; if not, the tests are skipped.
    static func isPossible() async throws -> Bool {
        for tool in ["avahi-daemon", "avahi-browse", "avahi-publish", "dbus-daemon", "nsenter", "unshare", "ip"] {
            guard try await Command.run("sh", ["-c", "command -v \(tool)"]).succeeded else { return false }
        }
        return try await Command.run("unshare", unshare + ["mount", "-t", "tmpfs", "none", "/run"]).succeeded
    }

    /// Whether python3 has the zeroconf module, an independent implementation.
    static func hasZeroconf() async throws -> Bool {
        try await Command.run(Zeroconf.python, ["-c", "import zeroconf"]).succeeded
    }

    private static var unshare: [String] { geteuid() == 0 ? ["-n", "-m"] : ["-r", "-n", "-m"] }

    private var bus: Command?
    private(set) var daemon: Command?

    /// Starts nothing.
    init() {
        try? FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    }

    /// Starts the bus and the daemon as requested, and waits until they answer.
    convenience init(bus: Bool, daemon: Bool = false) async throws {
        self.init()
        if bus { try await startBus() }
        if daemon { try await startDaemon() }
    }

    func startBus() async throws {
        let configuration = Self.folder.appending(path: "bus.conf")
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><listen>unix:path=\(Self.folder.path)/bus</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><allow own="*"/>
        <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
        """.write(to: configuration, atomically: true, encoding: .utf8)
        try? FileManager.default.removeItem(at: Self.folder.appending(path: "bus"))
        let bus = try Command("dbus-daemon", ["--config-file=\(configuration.path)", "--nofork", "--nopidfile"])
        self.bus = bus
        try await eventually("the bus listens: \(bus.output)") {
            FileManager.default.fileExists(atPath: Self.folder.path + "/bus")
        }
    }

    func startDaemon() async throws {
        let configuration = Self.folder.appending(path: "avahi.conf")
        try """
        [server]
        host-name=longshot-test
        allow-interfaces=lo
        use-ipv4=yes
        use-ipv6=yes
        [wide-area]
        enable-wide-area=no
        [publish]
        publish-hinfo=no
        publish-workstation=no
        [rlimits]
        """.write(to: configuration, atomically: true, encoding: .utf8)
        let script = """
            mount -t tmpfs none /run && mkdir /run/avahi-daemon && ip link set lo up &&
            exec avahi-daemon --no-drop-root --no-chroot --no-rlimits -f "$0"
            """
        let daemon = try Command("unshare", Self.unshare + ["sh", "-c", script, configuration.path])
        self.daemon = daemon
        try await eventually("avahi-daemon is up: \(daemon.output)") {
            daemon.output.contains("Server startup complete")
        }
    }

    /// Stops the bus and kills the daemon, because a daemon that has just lost its bus may miss SIGTERM.
    func stopBus() async throws {
        try await bus?.end(SIGTERM)
        bus = nil
        try await stopDaemon(SIGKILL)
    }

    /// Ends the daemon with a signal.
    func stopDaemon(_ signal: Int32 = SIGTERM) async throws {
        try await daemon?.end(signal)
        daemon = nil
    }

    /// Runs a program in the network of the daemon.
    func beside(_ program: String, _ arguments: [String]) throws -> Command {
        let daemon = try #require(daemon)
        // Without root, the namespace is inside a user namespace of its own.
        let spaces = geteuid() == 0 ? ["-n"] : ["-U", "--preserve-credentials", "-n"]
        return try Command("nsenter", ["-t", "\(daemon.pid)"] + spaces + [program] + arguments)
    }

    /// The lines of avahi-browse that begin with `=`: the resolved services.
    func browse() async throws -> [String] {
        try await Command.run("avahi-browse", ["-rpt", "_longshot._tcp"]).output.split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("=") }
    }

    /// The bus and the daemon end with their `Command`.
    deinit {
        try? FileManager.default.removeItem(at: Self.folder)
    }
}
