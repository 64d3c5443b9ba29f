// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Wire

@testable import Transfers

@Suite("An outbox", .timeLimit(.minutes(1)))
struct OutboxTests {
    /// A carrier with a fixed outcome for each attempt.
    private final class Carrier: FileCarrier {
        enum Outcome: Sendable {
            case arrives, away, refused, undecided
            case lasts
        }

        private let state = Mutex(
            (outcomes: [Outcome](), tries: 0, offers: [String?](), abandoned: [String]()))

        private let outcome: (@Sendable (_ peer: String) -> Outcome)?

        init(_ outcomes: Outcome...) {
            outcome = nil
            state.withLock { $0.outcomes = outcomes }
        }

        /// The outcome is always that of the peer.
        init(_ outcome: @escaping @Sendable (_ peer: String) -> Outcome) { self.outcome = outcome }

        var tries: Int { state.withLock { $0.tries } }
        var offers: [String?] { state.withLock { $0.offers } }
        var abandoned: [String] { state.withLock { $0.abandoned } }

        func carry(
            _ file: OutgoingFile, to peer: String, offeredAs offer: String?,
            hear: @escaping @Sendable (TransferProgress) -> Void
        ) async throws {
            let outcome = state.withLock { state in
                state.tries += 1
                state.offers.append(offer)
                if let outcome = self.outcome { return outcome(peer) }
                return state.outcomes.isEmpty ? .arrives : state.outcomes.removeFirst()
            }
            var there = TransferProgress(
                id: "there", kind: .file, name: file.offer.name, peer: "me", total: file.offer.bytes,
                sha256: file.offer.sha256)
            there.bytes = 5
            if outcome == .undecided { there.phase = .offered }
            hear(there)
            switch outcome {
            case .arrives: return
            case .away: throw TransferError.away(reason: "\(peer) is away")
            case .undecided: throw TransferError.undecided
            case .refused: throw Problem("refused", status: 403, title: "Refused", detail: "it is not wanted there")
            case .lasts: try await Task.sleep(for: .seconds(3_600))
            }
        }

        func abandon(_ id: String, at peer: String) async throws { state.withLock { $0.abandoned.append(id) } }
    }

    /// Runs the body with an outbox that has one file.
    private func withOutbox(
        _ scene: Scene, _ carrier: Carrier, _ body: (Outbox, StoredFile) async throws -> Void
    ) async throws {
        let offer = Scene.offer("a.bin")
        let path = scene.directory.appending("a.bin")
        try FileManager.default.createDirectory(atPath: scene.directory.string, withIntermediateDirectories: true)
        try Data(Scene.bytes).write(to: URL(fileURLWithPath: path.string))
        let outbox = Outbox(
            scene.directory.appending("sends"), carrier: carrier, events: scene.events,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await outbox.load()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await outbox.run() }
            try await body(outbox, StoredFile(path: path, name: "a.bin", bytes: offer.bytes, sha256: offer.sha256))
            group.cancelAll()
        }
    }

    private func wait(_ outbox: Outbox, _ phase: TransferProgress.Phase) async throws {
        try await eventually("it is \(phase), and not \(outbox.list)") { outbox.list.first?.phase == phase }
    }

    private func records(_ scene: Scene) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scene.directory.appending("sends").string)) ?? []
    }

    @Test("tries again while the peer is away, until the file is there, and then remembers no more to do")
    func away() async throws {
        let (scene, carrier) = (Scene(), Carrier(.away, .arrives))
        try await withOutbox(scene, carrier) { outbox, file in
            let sent = try await outbox.send(TransferProgress(sending: file, to: "p1"))
            #expect(sent.kind == .sent && sent.phase == .accepted && sent.peer == "p1")
            #expect(records(scene) == ["\(sent.id).json"])
            try await wait(outbox, .suspended)
            #expect(outbox.list.first?.problem == "p1 is away")
            #expect(try await outbox.send(TransferProgress(sending: file, to: "p1")).id == sent.id)
            try await wait(outbox, .received)
            #expect(carrier.tries == 2 && outbox.list.first?.bytes == Scene.bytes.count)
            try await eventually("its record is gone") { records(scene).isEmpty }
            try await outbox.remove(sent.id)
            #expect(outbox.list.isEmpty)
        }
    }

    @Test("sends other files while nobody has decided about some, and asks about these again, without another offer")
    func undecided() async throws {
        let isDecided = Mutex(false)
        let (scene, carrier) = (
            Scene(), Carrier { peer in peer == "p3" || isDecided.withLock { $0 } ? .arrives : .undecided }
        )
        try await withOutbox(scene, carrier) { outbox, file in
            for peer in ["p1", "p2"] {
                _ = try await outbox.send(TransferProgress(sending: file, to: peer))
                try await eventually("\(peer) is asked") { outbox.list.last?.phase == .offered }
            }
            let third = try await outbox.send(TransferProgress(sending: file, to: "p3")).id
            try await eventually("the third arrives: \(outbox.list)") {
                outbox.list.first { $0.id == third }?.phase == .received
            }
            isDecided.withLock { $0 = true }
            try await eventually("all arrive: \(outbox.list)") { outbox.list.allSatisfy { $0.phase == .received } }
            #expect(carrier.offers.count { $0 == nil } == 3 && carrier.offers.allSatisfy { $0 ?? "there" == "there" })
            #expect(carrier.offers.count >= 5)
        }
    }

    @Test("lets a file wait, also in the next life, and goes on when told to")
    func paused() async throws {
        let (scene, carrier) = (Scene(), Carrier(.lasts, .arrives))
        try await withOutbox(scene, carrier) { outbox, file in
            let id = try await outbox.send(TransferProgress(sending: file, to: "p1")).id
            try await wait(outbox, .transferring)
            #expect(try await outbox.change(id, isPaused: true).phase == .paused)
        }
        try await withOutbox(scene, carrier) { outbox, _ in
            let id = try #require(outbox.list.first?.id)
            #expect(outbox.list.map(\.phase) == [.paused] && carrier.tries == 1)
            #expect(try await outbox.change(id, isPaused: false).phase == .accepted)
            try await wait(outbox, .received)
            await #expect(throws: Problem.self) { try await outbox.change(id, isPaused: true) }
        }
    }

    @Test("goes on in the next life with what was under way")
    func restarted() async throws {
        let (scene, carrier) = (Scene(), Carrier(.lasts, .arrives))
        try await withOutbox(scene, carrier) { outbox, file in
            _ = try await outbox.send(TransferProgress(sending: file, to: "p1"))
            try await wait(outbox, .transferring)
        }
        try await withOutbox(scene, carrier) { outbox, _ in try await wait(outbox, .received) }
    }

    @Test("gives up a file at the peer too, and says what was refused, which can be tried again")
    func over() async throws {
        let (scene, carrier) = (Scene(), Carrier(.lasts, .refused, .arrives))
        try await withOutbox(scene, carrier) { outbox, file in
            let first = try await outbox.send(TransferProgress(sending: file, to: "p1")).id
            try await wait(outbox, .transferring)
            try await outbox.remove(first)
            #expect(outbox.list.map(\.phase) == [.cancelled] && records(scene).isEmpty)
            try await eventually("the peer hears of it") { carrier.abandoned == ["there"] }
            try await outbox.remove(first)
            let second = try await outbox.send(TransferProgress(sending: file, to: "p1")).id
            try await wait(outbox, .refused)
            #expect(outbox.list.first?.problem == "it is not wanted there")
            _ = try await outbox.change(second, isPaused: false)
            try await wait(outbox, .received)
            await #expect(throws: Problem.self) { try await outbox.remove("nothing") }
        }
    }

    @Test("sends nothing that was changed since it was chosen")
    func changed() async throws {
        let (scene, carrier) = (Scene(), Carrier())
        try await withOutbox(scene, carrier) { outbox, file in
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: file.path.string))
            _ = try await outbox.send(TransferProgress(sending: file, to: "p1"))
            try await wait(outbox, .failed)
            #expect(carrier.tries == 0)
        }
    }

    @Test("sends no file outside its folders, whatever a record says, and follows no link to one")
    func outside() async throws {
        let scene = Scene()
        let (sends, allowed) = (scene.directory.appending("sends"), scene.directory.appending("files"))
        for folder in [sends, allowed] {
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        }
        let key = scene.directory.appending("key.pem")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: key.string))
        let link = allowed.appending("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: key.string)
        for (id, path) in [
            ("1", key.string), ("2", allowed.string + "/../key.pem"), ("3", allowed.string + "x"), ("4", link.string),
        ] {
            var file = TransferProgress(id: id, kind: .sent, name: "k", peer: "p", total: 3, sha256: "")
            file.path = path
            try JSON.encode(file).write(to: URL(fileURLWithPath: sends.appending("\(id).json").string))
        }
        let carrier = Carrier()
        let outbox = Outbox(
            sends, of: [allowed], carrier: carrier, events: scene.events,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await outbox.load()
        #expect(outbox.list.map(\.id) == ["4"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await outbox.run() }
            try await eventually("the link is refused") { outbox.list.first?.phase == .failed }
            group.cancelAll()
        }
        #expect(carrier.tries == 0)
        #expect(outbox.list.first?.problem?.contains("/") == false)
    }
}
