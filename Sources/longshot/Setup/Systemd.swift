// SPDX-License-Identifier: Apache-2.0

/// systemd on this machine, by `systemctl`.
struct Systemd: Sendable {
    enum Presence: Sendable {
        /// It runs the services of this machine.
        case running
        /// It does not run, as in a container or an image. Units can be enabled for the next boot.
        case offline
        /// There is no `systemctl`.
        case missing
    }

    let presence: Presence
    private static let program = HelperProgram(name: "systemctl")

    /// Finds out whether systemd runs here.
    static func find() async throws -> Systemd {
        guard let outcome = try await program.run(["is-system-running"]) else { return Systemd(presence: .missing) }
        // The exit code says only whether all units are well.
        let state = outcome.output.split(separator: "\n").first
        return Systemd(presence: state == "offline" ? .offline : .running)
    }

    /// Changes the state of units; throws what `systemctl` printed if it fails.
    func call(_ arguments: String...) async throws {
        guard let outcome = try await Self.program.run(arguments) else { throw SetupError.noSystemctl }
        guard outcome.code == 0 else {
            throw SetupError.systemctl(arguments, said: outcome.output, unit: arguments.last ?? "")
        }
    }

    /// Whether a unit is active, enabled and so on, as `systemctl is-…` says.
    func whether(_ unit: ServiceUnit, is state: String) async throws -> Bool {
        try await Self.program.run(["is-\(state)", "--quiet", unit.name])?.code == 0
    }
}
