// SPDX-License-Identifier: Apache-2.0
import Footage
import FoundationEssentials
import Logging
import Synchronization
import SystemPackage
import Wire

/// From where on each recorder with an open recording still needs what the spool holds.
///
/// Kept in the camera's home, so that a camera that restarts spares what its recorders have not got yet. What a crash
/// forgets of it holds more than is needed, never less.
final class FootageHolds: Sendable {
    private static let name = "holds.json"

    private let holds: Mutex<[String: FragmentID]>
    private let written: Mutex<[String: FragmentID]>
    private let files: WholeFiles
    private let logger: Logger

    /// Reads what the last run left in a home; a file that cannot be read holds nothing.
    init(home: FilePath, logger: Logger) async {
        files = WholeFiles(directory: home)
        self.logger = logger
        let bytes = try? await files.read(Self.name)
        let kept = bytes.flatMap { try? JSONDecoder().decode([String: FragmentID].self, from: Data($0)) }
        holds = Mutex(kept ?? [:])
        written = Mutex(kept ?? [:])
    }

    /// The first fragment that somebody still needs; nil when nobody needs any.
    var lowest: FragmentID? { holds.withLock { $0.values.min() } }

    /// A recorder needs what comes from a fragment on, and whatever it needed before.
    func begin(_ recorder: String, from id: FragmentID) async {
        let isNew = holds.withLock { holds in
            guard holds[recorder] == nil else { return false }
            holds[recorder] = id
            return true
        }
        if isNew { await save() }
    }

    /// A recorder has all up to a fragment.
    func advance(_ recorder: String, past id: FragmentID) {
        holds.withLock { holds in
            guard let held = holds[recorder], held <= id else { return }
            holds[recorder] = id.next
        }
    }

    /// A recorder needs nothing any more: its recording is whole, or it is no peer.
    func end(_ recorder: String) async {
        if holds.withLock({ $0.removeValue(forKey: recorder) }) != nil { await save() }
    }

    /// Writes down how far they are, if that is not what is written down already.
    func save() async {
        let now = holds.withLock { $0 }
        guard written.withLock({ $0 != now }) else { return }
        do {
            try await files.write([UInt8](try JSONEncoder().encode(now)), as: Self.name)
            written.withLock { $0 = now }
        } catch {
            logger.warning("what recorders have is not written down", metadata: ["error": "\(error)"])
        }
    }
}
