// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import SystemPackage
import Wire

/// The options that select the node that a command talks to.
protocol TargetOptions: ParsableArguments {
    /// What follows a command that a user may copy, so that it talks to the same node: the given options, or nothing.
    var addition: String { get }

    /// How the commands begin that have the same options.
    static var commands: [String] { get }

    /// The commands in the node's answers.
    var advised: AdvisedCommands { get }

    /// The selected node.
    func find() async throws -> Target
}

extension TargetOptions {
    /// The commands in the node's answers.
    var advised: AdvisedCommands { AdvisedCommands(beginnings: Self.commands, options: addition) }

    /// Calls the body with a client of the selected node.
    func withClient<Result>(_ body: (ControlClient) async throws -> Result) async throws -> Result {
        do {
            return try await find().withClient(body)
        } catch {
            throw advised.completing(error)
        }
    }
}

/// The options of commands that talk to a camera.
struct CameraTarget: TargetOptions {
    @Option(
        help: "The camera. (the name or id of a paired one, or host:port; default: the one on this machine)",
        completion: .pairedCamera)
    var camera: String?

    @Option(
        help: """
            The home of a camera that runs on this machine; its owner's key is used. (a folder; default: \
            ~/.local/state/longshot/camera)
            """, completion: .directory)
    var home: String?

    static let commands = ["pipeline", "cameras", "controls", "stills", "calibrate"]

    var addition: String { Target.addition("camera", camera, home: home) }

    func find() async throws -> Target { try await Target.find(camera, only: .camera, home: home) }
}

/// The options of commands that talk to a recorder.
struct RecorderTarget: TargetOptions {
    @Option(
        help: "The recorder. (the name or id of a paired one, or host:port; default: the one on this machine)",
        completion: .pairedRecorder)
    var recorder: String?

    @Option(
        help: """
            The home of a recorder that runs on this machine; its owner's key is used. (a folder; default: \
            ~/.local/state/longshot/recorder)
            """, completion: .directory)
    var home: String?

    static let commands = ["record", "recordings"]

    var advised: AdvisedCommands {
        // The recorder joins, whichever command tells it.
        AdvisedCommands(
            beginnings: Self.commands + (home == nil ? [] : ["pair join --as recorder"]), options: addition)
    }

    var addition: String { Target.addition("recorder", recorder, home: home) }

    func find() async throws -> Target { try await Target.find(recorder, only: .recorder, home: home) }
}

/// The options of commands that talk to either kind of node.
struct AnyTarget: TargetOptions {
    @Option(
        help: "The node. (the name or id of a paired one, or host:port; default: the one on this machine)",
        completion: .pairedNode)
    var node: String?

    @Option(
        help: """
            The home of a node on this machine; its owner's key is used. (a folder; default: that of the camera, \
            or else of the recorder)
            """, completion: .directory)
    var home: String?

    static let commands = ["files", "page", "pair list"]

    var addition: String { Target.addition("node", node, home: home) }

    /// The selected node; by default a camera on this machine, or else a recorder.
    func find() async throws -> Target {
        if let home { return try await Target(home: NodeHome(home, usually: "").path) }
        if let node { return try await Target.find(node, role: .camera) }
        guard let camera = try await Target.local(.camera) else { return try await Target.find(nil, role: nil) }
        if let recorder = try await Target.localHome(.recorder) {
            let home = recorder.string.quotedForShell
            Terminal.advise("(this is the camera; for the recorder, which runs here too: --home \(home))")
        }
        return camera
    }
}

extension Target {
    /// The option that selects a node in a command that a user may copy, with a space before it; empty without a given node.
    ///
    /// - Parameters:
    ///   - option: the option that names the node, without its dashes.
    ///   - named: the name that was given.
    ///   - home: the home that was given; it counts more than the name.
    static func addition(_ option: String, _ named: String?, home: String?) -> String {
        guard home == nil, let named else { return NodeHome.addition(home) }
        return " --\(option) \(named.quotedForShell)"
    }

    /// The node of a home, or the one that a user names; throws if it has another role.
    static func find(_ named: String?, only role: NodeDescription.Role, home: String?) async throws -> Target {
        guard let home else {
            let target = try await find(named, role: role)
            guard target.role != role.other else {
                throw TargetError.otherRole(named ?? "\(target.address)", role.other)
            }
            return target
        }
        let path = NodeHome(home, usually: "").path
        guard try await NodeDescription.Role.known(path) != role.other else {
            throw TargetError.otherRole("the node of \(path)", role.other)
        }
        return try await Target(home: path, as: role)
    }
}
