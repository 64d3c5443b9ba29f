// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Wire

/// The answers that a user gives as options.
struct SetupOptions: ParsableArguments {
    @Option(\.name, default: "asked; the host's name and the role") var name: String?
    @Option(\.cameraCapture, default: "asked; auto if a camera is plugged in") var capture: String?

    @Option(
        help: """
            Which of several cameras of this machine: each has a unit, a folder and ports of its own. (lower-case letters, \
            digits, - and _; default: the only one)
            """)
    var instance: String?

    @Option(
        help: """
            Where footage goes: the spool of a camera, the archive of a recorder. (a folder; default: asked; that of \
            the unit in /var/lib/longshot)
            """, completion: .directory)
    var footage: String?

    @Flag(\.recorderContinuous, default: "asked; true") var continuous: Bool?

    @Option(
        help: """
            Who gets access at the end: a browser by a link, or a node by pairing. (browser, node or nobody; \
            default: asked; browser)
            """, completion: LetIn.completion, transform: LetIn.init(reading:))
    var letIn: LetIn?

    /// The first option that a node of the role does not have; nil if there is none.
    func foreign(to role: NodeDescription.Role) -> String? {
        switch role {
        case .camera: continuous == nil ? nil : "--continuous"
        case .recorder: capture != nil ? "--capture" : instance != nil ? "--instance" : nil
        }
    }
}
