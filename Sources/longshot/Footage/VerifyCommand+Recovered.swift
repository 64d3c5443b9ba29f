// SPDX-License-Identifier: Apache-2.0
import CameraClient
import ControlClient
import Disk
import Footage
import Logging
import Recorder
import SystemPackage
import Tasks
import Trust
import Wire

extension VerifyCommand {
    /// Moves footage from `recovered` back into an archive that no recorder uses, as far as it is proved.
    ///
    /// Reports the results on standard error; returns whether files are left that a camera could not be asked about.
    func adopt(in home: FilePath) async throws -> Bool {
        let store: FootageStore
        do {
            store = try await FootageStore(directory: home.appending("archive"))
        } catch DiskError.inUse(_, let process) {
            throw Problem.conflict(
                "the recorder of \(home) is running\(process.map { " (process \($0))" } ?? ""), and writes to its archive: stop it, "
                    + "adopt the footage, and start it again")
        }
        for note in store.recovery.notes { Terminal.complain("repaired: \(note)") }
        var adoption = try await store.adopt(now: wallNanoseconds())
        tell(adoption)
        let paired = try KnownNode.all(home: home).filter { $0.peer.role == .camera }
        let cameras = camera ? paired : []
        var isUnasked = camera && paired.isEmpty
        // Two cameras may have captured the same bytes, such as black pictures: those after which the footage is named come first. The
        // others are asked only if none of these is away, for footage from before a camera was renamed.
        for isNamed in [true, false] where isNamed || !isUnasked {
            for known in cameras {
                let name = known.peer.name.text
                let isAsked = { @Sendable (file: RecoveredFile) in !isNamed || file.isNamed(after: name) }
                guard adoption.left.contains(where: isAsked) else { continue }
                do {
                    adoption = try await ask(known, store, about: isAsked)
                    tell(adoption)
                } catch let error as CancellationError {
                    throw error
                } catch {
                    isUnasked = true
                    Terminal.complain("\(known.peer.name) cannot say what it recorded: \(error)")
                }
            }
        }
        for file in adoption.left {
            Terminal.complain("not proved: recovered/\(file.name) (\(ByteSize.text(file.byteCount)))")
        }
        if !adoption.left.isEmpty, paired.isEmpty {
            Terminal.complain(
                "only a camera can prove these files, and \(home) is paired with none: copy `identity` and `peers.json` of the "
                    + "recorder that recorded them into it")
        } else if !adoption.left.isEmpty, !camera {
            Terminal.complain(
                "the catalog has no rows that prove these files; the cameras may still have the same footage, and prove it: "
                    + "longshot verify --adopt --camera\(NodeHome.addition(of: .recorder, in: home))")
        }
        try await store.close()
        return isUnasked && !adoption.left.isEmpty
    }

    private func ask(
        _ known: KnownNode, _ store: FootageStore, about isAsked: @escaping @Sendable (RecoveredFile) -> Bool
    ) async throws -> Adoption {
        let camera = (id: known.peer.id.text, name: known.peer.name.text)
        let target = try await Target.reach(known.peer, as: known.identity)
        let logger = Logger(label: "verify") { label in RewritingLogHandler(label: label) { $0.escaped() } }
        return try await target.withClient { client in
            try await store.adopt(
                asking: client, of: camera, node: try await client.node(), about: isAsked, logger: logger)
        }
    }

    private func tell(_ adoption: Adoption) {
        for path in adoption.restored { Terminal.complain("restored: \(path)") }
        if !adoption.adopted.isEmpty {
            let recordings = adoption.recordings.sorted().joined(separator: ", ")
            Terminal.complain("adopted: \(adoption.adopted.count.counted("fragment")) of \(recordings)")
        }
        for id in adoption.resumed.sorted() {
            Terminal.complain("\(id) goes on when the recorder is started: its camera still keeps footage for it")
        }
        for id in adoption.ended.sorted() {
            Terminal.complain(
                "\(id): only the lost catalog knew where it began and ended; a gap at its end says that frames may be missing"
            )
        }
        if adoption.known > 0 {
            let known = adoption.known.counted("fragment was", "fragments were")
            Terminal.complain("\(known) in the archive already")
        }
    }

    /// Reports the content of the folder `recovered` of a recorder's home, if there is any.
    func tell(_ files: [RecoveredFile], in home: FilePath) async {
        guard !files.isEmpty else { return }
        let bytes = files.reduce(0) { $0 + $1.byteCount }
        let count = files.count.counted("file")
        let command = "longshot verify --adopt --camera\(NodeHome.addition(of: .recorder, in: home))"
        let stop = await PeerBook.state(in: home) == nil ? "" : "stop the recorder, and "
        Terminal.say(
            "recovered: \(count) that no row of the catalog names, \(ByteSize.text(bytes))"
                + (adopt
                    ? "; what nothing proves stays in \(home.appending("archive").appending("recovered")) until you delete it"
                    : "; \(stop)`\(command)` takes back what the catalog or a camera proves, and the rest "
                        + "stays until you delete it"))
    }
}

extension RecordingVerdict {
    /// Adds the names of files that were moved out of the recording's folder because no row names them.
    mutating func add(_ files: [RecoveredFile], folder: String?) {
        let own = files.filter { $0.folder == folder }.map(\.name)
        recovered = own.isEmpty ? nil : own
    }

    /// A line with their number, if there are any.
    var recoveredLine: [String] {
        recovered.map { ["  recovered: \($0.count.counted("file")) of it in recovered/"] } ?? []
    }
}
