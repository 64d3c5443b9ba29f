// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A machine with the units of the package and a user `longshot`, in a mount namespace, with a systemd that only acts as one.
///
/// `systemctl` notes its arguments, and starts and stops the node as the unit says, on loopback and any port.
final class SetupMachine: Sendable {
    let home: Home

    /// Whether this process may make such machines.
    static let isPermitted = geteuid() == 0 && succeeds("unshare --mount true")

    /// - Parameters:
    ///   - systemd: what `systemctl is-system-running` prints; nil for no `systemctl`.
    ///   - units: whether the package is installed.
    init(systemd: String? = "running", units: Bool = true) throws {
        home = try Home()
        for folder in ["lib/longshot", "srv", "bin", "state"] {
            try FileManager.default.createDirectory(atPath: home.file(folder), withIntermediateDirectories: true)
        }
        let others = (try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)) ?? ""
        _ = try home.write(
            others + (units ? "longshot:x:64999:64999::/var/lib/longshot:/usr/sbin/nologin\n" : ""), as: "passwd")
        for node in ["camera", "recorder"] where units {
            let unit = try String(
                contentsOfFile: Tool.root + "/scripts/systemd/longshot-\(node).service", encoding: .utf8)
            _ = try home.write(unit, as: "systemd/system/longshot-\(node).service")
        }
        if units { _ = try home.write("", as: "systemd/system/longshot-camera@.service") }
        if !units { _ = try home.write("", as: "systemd/system/other.service") }
        _ = try home.write(Self.enter(home.path, hidesSystemctl: systemd == nil), as: "enter")
        for program in ["setpriv", "test", "du"] {
            try FileManager.default.createSymbolicLink(
                atPath: home.file("bin/\(program)"), withDestinationPath: "/usr/bin/\(program)")
        }
        if let systemd { _ = try home.write(Self.systemctl(home.path, systemd), as: "bin/systemctl") }
        for program in ["enter", "bin/systemctl"] where FileManager.default.fileExists(atPath: home.file(program)) {
            try #require(chmod(home.file(program), 0o755) == 0)
        }
        try #require(chmod(home.path, 0o755) == 0)
    }

    /// Stops the nodes.
    deinit {
        for node in ["camera", "camera-porch", "camera-barn", "recorder"] {
            _ = Self.succeeds(Self.stop(home.path, node))
        }
    }

    /// Runs `longshot` on this machine.
    func longshot(_ arguments: String...) async throws -> Tool.Outcome {
        try await Tool.run(home.file("enter"), [Tool.longshot] + arguments)
    }

    /// Runs `longshot` on a terminal of this machine; returns it and its keyboard.
    func terminal(_ arguments: String...) throws -> (screen: Child, keyboard: FileHandle) {
        try Child.onTerminal(
            ([home.file("enter"), Tool.longshot] + arguments).joined(separator: " "), home: home)
    }

    private static func succeeds(_ commands: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", commands]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// The calls of `systemctl` that change something, and forgets them.
    func calls() throws -> [String] {
        let path = home.file("calls")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let all = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return all.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("is-") }
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: home.file(name), encoding: .utf8) }

    /// The owner's id, the permissions, of a file.
    func status(_ name: String) async throws -> String {
        try await Tool.run("stat", ["-c", "%u:%g %a", home.file(name)]).output.trimmingCharacters(in: .newlines)
    }

    private static func enter(_ home: String, hidesSystemctl: Bool) -> String {
        """
        #!/bin/sh
        # A machine of its own as far as files go.
        export PATH=\(home)/bin:$PATH XDG_STATE_HOME=\(home)/state NO_COLOR=1
        exec unshare --mount sh -ec '
        mount --bind \(home)/lib /var/lib
        mount --bind \(home)/srv /srv
        mount --bind \(home)/systemd /etc/systemd
        mount --bind \(home)/passwd /etc/passwd
        \(hidesSystemctl ? "PATH=\(home)/bin" : "")
        exec "$@"' - "$@"

        """
    }

    private static func systemctl(_ home: String, _ state: String) -> String {
        """
        #!/bin/sh
        echo "$*" >> \(home)/calls
        for last; do :; done
        node=$(echo ${last%.service} | sed "s/^longshot-//; s/@/-/")
        start() {
            [ -e \(home)/$node.pid ] && return
            setsid setpriv --reuid 64999 --regid 64999 --clear-groups \(Tool.longshot) ${node%%-*} --home /var/lib/longshot/$node \
                --host 127.0.0.1 --port 0 --page-port 0 > \(home)/$node.log 2>&1 < /dev/null &
            echo $! > \(home)/$node.pid
        }
        stop() { \(stop(home, "$node")); }
        case $1 in
            is-system-running) echo \(state) ;;
            is-active) [ -e \(home)/$node.pid ] ;;
            is-enabled) [ -e \(home)/$node.enabled ] ;;
            enable)
                touch \(home)/$node.enabled
                [ "$2" != --now ] || start
                ;;
            restart) stop && start ;;
            disable)
                rm -f \(home)/$node.enabled
                stop
                ;;
        esac

        """
    }

    private static func stop(_ home: String, _ node: String) -> String {
        let file = "\(home)/\(node).pid"
        // A process that has ended has no program any more, even if nobody has waited for it.
        return "[ ! -e \(file) ] || { kill $(cat \(file)); "
            + "while readlink /proc/$(cat \(file))/exe; do sleep 0.05; done; rm \(file); } > /dev/null"
    }
}
