// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Trust
import Wire

/// The result of a setup.
struct SetupReport: Encodable {
    enum Unit: String, Encodable {
        /// The node runs, and answers.
        case running
        /// It starts with the next boot: systemd does not run here.
        case enabled
        /// There is no systemd.
        case missing
    }

    let role: NodeDescription.Role
    let name: String
    let home: String
    let footage: String
    let freeBytes: Int
    let unit: Unit
    /// Whether this setup has changed a file.
    let changed: Bool
    /// Why the node does not do its job; empty if it does, or does not run.
    let reasons: [String]
    /// The link for a browser, if one was asked for.
    let page: PageInvitation?

    /// The report as text.
    func text(_ service: ServiceUnit) -> String {
        let state =
            switch unit {
            case .running: "runs as \(service.name), now and after each boot"
            case .enabled:
                "starts as \(service.name) with the next boot: systemd does not run here. To run it now:\n  "
                    + service.command
            case .missing:
                "is configured, and there is no systemd to start it. To run it:\n  \(service.command)"
            }
        return """
            \(role.rawValue) \(ShownName(name)) \(state)
              home     \(home), with longshot.yaml\(changed ? "" : ", unchanged")
              footage  \(footage), \(ByteSize.text(freeBytes)) free
              undo     sudo \(service.setup) --remove

            """
    }
}
