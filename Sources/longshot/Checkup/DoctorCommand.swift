// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Disk
import Trust
import Wire

struct DoctorCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find out why a node does not appear or cannot be reached.",
        discussion: """
            Looks at this machine, at the network, and at every peer of this user and of the nodes that live here, or at the \
            ones that are named. Exit code 0: nothing is wrong. 1: something is, and it says what to do.
            """)

    @Argument(
        help: "Peers to look at, by name or the beginning of the id; all when left out.", completion: .knownNode)
    var peers: [String] = []

    @Option(
        help: """
            The home of the node whose peers to look at. (a folder; default: those of this user and its nodes)
            """, completion: .directory)
    var home: String?

    @Flag(help: "Report as JSON.")
    var json = false

    func carryOut() async throws {
        let (home, addition) = (home.map { NodeHome($0, usually: "").path }, NodeHome.addition(home))
        if let home, try FileStatus(home) == nil {
            throw Problem.notFound("\(TargetError.notRunning(home, nil))")
        }
        let known = try KnownNode.all(home: home, includesRevoked: true)
        if let unknown = peers.first(where: { name in !known.contains { $0.isNamed(name) } }) {
            throw UnknownName(
                kind: "peer", place: "of this machine", name: unknown, known: known.map(\.peer.name.text),
                list: "longshot pair list\(addition)")
        }
        let chosen = known.filter { one in peers.isEmpty || peers.contains(where: one.isNamed) }
        let network = await NetworkCheckup.run()
        let role = try home.flatMap { try NodeDescription.Role(home: $0) }
        var all = await MachineCheckup.run(home: home, role: role) + network.diagnoses
        if role != .recorder { all += await CameraCheckup.run(addition) }
        let nodes = await NodeCheckup.run(home: home)
        all += nodes.diagnoses
        for one in chosen {
            all += await PeerCheckup.run(
                one, addition, seen: network.seen, connected: nodes.addresses[one.peer.id.text],
                isConnected: nodes.connected.contains(one.peer.id.text), refusal: nodes.refusals[one.peer.id.text])
        }
        // The checks of an interrupted command have failed, and say nothing about the nodes.
        try Task.checkCancellation()
        if json {
            try Terminal.say(json: all)
        } else {
            for text in all.map(\.text) {
                Terminal.say(text.finding, indent: Diagnosis.indent)
                if let remedy = text.remedy { Terminal.say(block: remedy) }
            }
            if chosen.isEmpty {
                Terminal.say(
                    "nobody is paired yet: `longshot pair open\(addition)` here lets a node in, and `longshot pair join` there "
                        + "asks for it")
            }
        }
        if all.contains(where: { $0.verdict == .problem }) { throw ExitCode(ExitStatus.failed.rawValue) }
    }
}
