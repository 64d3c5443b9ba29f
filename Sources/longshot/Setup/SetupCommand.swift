// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Disk
import Synchronization
import SystemPackage
import Tasks
import Trust
import Wire

/// Makes this machine a camera box or a recorder that starts with it.
struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Make this machine a camera box or a recorder that starts by itself.",
        discussion: """
            Asks a few questions, writes the configuration of the systemd unit, starts it, waits until the node answers, \
            and lets a browser or another node in. Run it again to change something: it keeps what it does not ask about.
            """)

    @Argument(help: "What the machine is to be: camera or recorder.", completion: .list(["camera", "recorder"]))
    var role: NodeDescription.Role?

    @OptionGroup var options: SetupOptions

    @Flag(help: "Ask nothing, and take the defaults; for images and scripts.")
    var yes = false

    @Flag(help: "Stop the node and disable its unit; its data stays. Without a role, for all.")
    var remove = false

    @Flag(help: "Report as JSON.")
    var json = false

    mutating func validate() throws {
        if let instance = options.instance, !ServiceUnit.isInstance(instance) {
            throw ValidationError(
                "--instance is a name of lower-case letters, digits, - and _, of at most 31 characters")
        }
        guard let role else {
            guard remove else { throw ValidationError("say what this machine is to be: camera or recorder") }
            return
        }
        guard let foreign = options.foreign(to: role) else { return }
        throw ValidationError("\(foreign) is for a \(role.other.rawValue)")
    }

    mutating func run() async throws {
        let command = self
        guard !remove else {
            return try await Interruption.cancelling { try await command.undo() }
        }
        guard let role else { return }
        let unit = ServiceUnit(role, instance: options.instance)
        let letIn = Mutex<LetIn?>(nil)
        try await Interruption.cancelling {
            let end = try await command.setUp(unit)
            letIn.withLock { $0 = end }
        }
        // These commands handle Ctrl-C themselves.
        guard letIn.withLock({ $0 }) == .node else { return }
        try await pair(unit)
    }

    private func setUp(_ unit: ServiceUnit) async throws -> LetIn {
        guard yes || Terminal.canAsk else {
            throw ValidationError("without a terminal nobody can answer: take the defaults with --yes")
        }
        guard FileOwner.isRoot else { throw SetupError.notRoot(command: Self.typed) }
        let systemd = try await Systemd.find()
        guard let owner = FileOwner(userNamed: ServiceUnit.user), systemd.presence == .missing || unit.isInstalled
        else {
            throw SetupError.notInstalled(unit)
        }
        try unit.role.requireHome(unit.home)
        let plan = try await SetupInterview(
            unit: unit, owner: owner, questions: Questionnaire(asks: !yes), options: options
        ).plan()
        let disk = BlockingExecutor(label: "setup")
        let hasMoved = try await disk.run { try plan.makeFolders() }
        try await FootageFolder.requireAccess(to: plan.folder, of: owner)
        let hasChanged = try await disk.run { try plan.writeConfiguration() } || hasMoved
        let (state, reasons) = try await start(unit, systemd, afterChange: hasChanged)
        let page = state == .running && plan.letIn == .browser ? try await PageLink.make(home: unit.home) : nil
        let report = SetupReport(
            role: unit.role, name: plan.name, home: unit.home.string, footage: plan.folder.string,
            freeBytes: try FootageFolder.space(for: plan.folder).free, unit: state, changed: hasChanged,
            reasons: reasons, page: page)
        if json {
            try Terminal.say(jsonLine: report)
        } else {
            Terminal.say(block: report.text(unit))
            reasons.forEach { Terminal.complain("It runs, and does not do its job yet: \($0)") }
            if let page { try PageLink.show(page, " \(NodeHome.option(unit.home))") }
        }
        return state == .running ? plan.letIn : .nobody
    }

    /// Starts the unit and waits until the node answers; returns why it does not do its job.
    private func start(
        _ unit: ServiceUnit, _ systemd: Systemd, afterChange hasChanged: Bool
    ) async throws -> (SetupReport.Unit, [String]) {
        switch systemd.presence {
        case .missing: return (.missing, [])
        case .offline:
            try await systemd.call("enable", unit.name)
            return (.enabled, [])
        case .running:
            if hasChanged { try await systemd.call("daemon-reload") }
            let wasActive = try await systemd.whether(unit, is: "active")
            try await systemd.call("enable", "--now", unit.name)
            if wasActive, hasChanged { try await systemd.call("restart", unit.name) }
            return (.running, try await NodeStart.wait(for: unit))
        }
    }

    private func pair(_ unit: ServiceUnit) async throws {
        let arguments = ["--home", unit.home.string] + (json ? ["--json"] : [])
        switch unit.role {
        case .camera:
            var command = try await PairOpenCommand.asyncParse(arguments + (yes ? ["--yes"] : []))
            try await command.run()
        case .recorder:
            var command = try await PairJoinCommand.asyncParse(arguments + ["--as", unit.role.rawValue])
            try await command.run()
        }
    }

    /// This command as it was typed: another one may change more than was meant.
    private static var typed: String {
        (["longshot"] + CommandLine.arguments.dropFirst()).map(\.quotedForShell).joined(separator: " ")
    }

    private func undo() async throws {
        guard FileOwner.isRoot else { throw SetupError.notRoot(command: Self.typed) }
        let systemd = try await Systemd.find()
        var reports: [RemovalReport] = []
        let units =
            try role.map { [ServiceUnit($0, instance: options.instance)] }
            ?? [ServiceUnit(.camera)] + ServiceUnit.instances() + [ServiceUnit(.recorder)]
        for unit in units { reports.append(try await RemovalReport.remove(unit, systemd)) }
        if json { return try Terminal.say(json: reports) }
        reports.forEach { Terminal.say(block: $0.text) }
    }
}

extension NodeDescription.Role: ExpressibleByArgument {}
