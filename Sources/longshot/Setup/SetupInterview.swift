// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Camera
import Disk
import Foundation
import SystemPackage
import Trust
import Wire

/// Finds out what a machine is to become: by options, by questions, or by defaults.
struct SetupInterview: Sendable {
    let unit: ServiceUnit
    let owner: FileOwner
    let questions: Questionnaire
    let options: SetupOptions

    func plan() async throws -> SetupPlan {
        let file = try await ConfigurationFile(of: unit)
        let footage = try FootageFolder(of: unit, file.values)
        var changes: [ConfigurationFile.Change] = []
        if unit.role == .camera { changes += try await capture(file.values) }
        let stored = try NodeName.stored(in: unit.home)
        let name = try await name(file.values, stored)
        // Without a line in the file, a stored name would replace the usual one.
        changes.append((Settings.table.name.key, name == usualName && stored == nil ? nil : .one(name)))
        if unit.instance != nil { changes += try await ports(file) }
        let folder = try await folder(footage)
        if let change = footage.change(to: folder) { changes.append(change) }
        if unit.role == .recorder { changes.append(try await continuous(file.values)) }
        return SetupPlan(
            unit: unit, owner: owner, configuration: file, text: try file.text(with: changes), footage: footage,
            folder: folder, name: name, letIn: try await letIn())
    }

    /// The name of a node that was never given one.
    private var usualName: String { NodeName.usual(unit.role.rawValue) }

    private func capture(_ values: NodeConfiguration) async throws -> [ConfigurationFile.Change] {
        let keys = (Settings.table.cameraCapture.key, Settings.table.cameraSet.key)
        let present = try values[\.cameraCapture]
        let chosen: CaptureOffer
        if let capture = options.capture {
            // Values of another pipeline would not fit.
            chosen = CaptureOffer(title: capture, capture: capture, values: capture == present ? nil : [])
        } else {
            Terminal.progress("looking for cameras, and measuring what this machine can encode …")
            let reports = try await PluggedCamera.all()
            Terminal.endProgress()
            let taken = Set(
                reports.map(\.device.path).filter { DeviceUser.all(of: $0).contains(where: \.isNode) })
            CaptureOffer.remarks(reports, taken: taken).forEach { Terminal.complain($0) }
            let (offers, fallback) = CaptureOffer.all(
                of: reports.filter { !taken.contains($0.device.path) }, isOneOfSeveral: unit.instance != nil,
                present: present, try values[\.cameraSet])
            if questions.asks { Terminal.complain("The camera can be:") }
            chosen =
                offers[
                    try await questions.choice("Which one?", of: offers.map(\.title), default: fallback)]
        }
        let isUsual = chosen.capture == Settings.table.cameraCapture.fallback
        let capture: ConfigurationFile.Change = (keys.0, isUsual ? nil : .one(chosen.capture))
        guard let set = chosen.values else { return [capture] }
        return [capture, (keys.1, set.isEmpty ? nil : .list(set))]
    }

    private func name(_ values: NodeConfiguration, _ stored: PeerName?) async throws -> String {
        if let name = options.name { return try PeerName(name).text }
        let present = try values[\.name] ?? stored?.text ?? unit.instance ?? usualName
        return try await questions.text("What is its name?", default: present) { try PeerName($0).text }
    }

    /// Ports that no other camera of this machine has: the first pair behind those of the only camera and the recorder.
    ///
    /// None for ports that the owner has chosen, and for a node that has run: its peers know its port.
    private func ports(_ file: ConfigurationFile) async throws -> [ConfigurationFile.Change] {
        let keys = (Settings.table.cameraPort.key, Settings.table.cameraPagePort.key)
        let hasRun = FileManager.default.fileExists(atPath: unit.home.appending("identity").string)
        guard !file.exists || !hasRun else { return [] }
        return try await freePorts(keys).filter { file.values.text(of: $0.0) == nil }
    }

    private func freePorts(_ keys: (String, String)) async throws -> [ConfigurationFile.Change] {
        var taken: Set<String> = []
        for other in try ServiceUnit.instances() where other.instance != unit.instance {
            let values = try await ConfigurationFile(of: other).values
            for key in [keys.0, keys.1] {
                if case .one(let port) = values.text(of: key) { taken.insert(port) }
            }
        }
        let free = (0..<14).first { !taken.contains("\(5_666 + $0)") && !taken.contains("\(5_682 + $0)") }
        guard let free else { return [(keys.0, .one("0")), (keys.1, .one("0"))] }
        return [(keys.0, .one("\(5_666 + free)")), (keys.1, .one("\(5_682 + free)"))]
    }

    private func folder(_ footage: FootageFolder) async throws -> FilePath {
        let present = options.footage ?? footage.present.string
        let accept = { (answer: String) in
            let folder = FilePath(answer).lexicallyNormalized()
            try footage.check(folder, owner: owner)
            return folder
        }
        guard options.footage == nil else { return try accept(present) }
        let free = try FootageFolder.space(for: footage.present).free
        return try await questions.text(
            "Where does footage go?", default: present, remark: "\(ByteSize.text(free)) free"
        ) { answer in
            let folder = try accept(answer)
            if folder != footage.present {
                Terminal.complain("\(ByteSize.text(try FootageFolder.space(for: folder).free)) are free there")
            }
            return folder
        }
    }

    private func continuous(_ values: NodeConfiguration) async throws -> ConfigurationFile.Change {
        let present = try values.given(Settings.table.recorderContinuous) ?? true
        let chosen: Bool
        if let continuous = options.continuous {
            chosen = continuous
        } else {
            chosen = try await questions.confirm("Record each camera whenever it is reachable?", default: present)
        }
        let isUsual = chosen == Settings.table.recorderContinuous.fallback
        return (Settings.table.recorderContinuous.key, isUsual ? nil : .one("\(chosen)"))
    }

    private func letIn() async throws -> LetIn {
        if let letIn = options.letIn { return letIn }
        guard questions.asks else { return .browser }
        let node = unit.role == .camera ? "a recorder: opens a pairing window" : "a camera whose pairing window is open"
        Terminal.complain("Who gets access now?")
        let index = try await questions.choice(
            "Who?", of: ["a browser, such as that of a phone", node, "nobody yet"], default: 0)
        return LetIn.allCases[index]
    }
}
