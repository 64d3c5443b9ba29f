// SPDX-License-Identifier: Apache-2.0
import Footage
import FootageSupport
import Logging
import Media
import Synchronization
import Testing
import Wire

@testable import Recorder

@Suite("What a recorder hears of a camera's epochs")
struct CameraAccountsTests {
    private static func row(_ epoch: Int, _ id: String, after predecessor: String?) -> EpochDescription {
        var row = EpochDescription(epoch: epoch, began: "camera-restarted", utcAtTickZero: 0, uncertainty: 0)
        (row.id, row.predecessor, row.captured, row.ended) = (id, predecessor, 3, .running)
        return row
    }

    @Test("An epoch that a full disk kept out of the archive is lost and not unknown when the camera forgets it")
    func unsaved() async throws {
        let isFull = Mutex(false)
        let store = UnreliableStore(MemoryStore()) { isFull.withLock { $0 } ? .isLost : .works }
        let unsaved = UnsavedAccounts()
        func accounts(_ epochs: [EpochDescription]) -> CameraAccounts {
            CameraAccounts(
                client: FixedSource(epochs: epochs), archive: Archive(store), camera: "c", isKept: true,
                unsaved: unsaved, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        let (first, second) = (Self.row(1, "one", after: nil), Self.row(2, "two", after: "one"))
        _ = try await accounts([first]).register()
        isFull.withLock { $0 = true }
        await #expect(throws: (any Error).self) { _ = try await accounts([first, second]).register() }
        // The camera's home is restored from a copy, and the disk is still full.
        let restored = [first, Self.row(2, "other", after: "one")]
        await #expect(throws: (any Error).self) { _ = try await accounts(restored).register() }
        isFull.withLock { $0 = false }
        for _ in 1...2 {
            let epochs = try await accounts(restored).register().chain.epochs
            #expect(epochs.map { $0.account?.id } == ["one", "two", "other"])
            #expect(epochs.map { $0.account?.ended } == [.running, .lost, .running])
        }
    }

    @Test("A recording that began before its camera kept accounts goes on behind what it has, and not from now on")
    func upgraded() async throws {
        let archive = Archive(MemoryStore())
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        for entry in try JPEGFootage.entries(3) { _ = try await archive.store.append(entry) }
        let hold = FootageHold(recording: "r", epoch: 2, epochID: "two", sequence: 40)
        let epochs = [Self.row(1, "one", after: nil), Self.row(2, "two", after: "one")]
        let accounts = CameraAccounts(
            client: FixedSource(fragments: [], epochs: epochs, hold: hold), archive: archive, camera: "c", isKept: true,
            unsaved: UnsavedAccounts(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let chain = try await accounts.hold("r", beforeMilliseconds: 0).1
        #expect(try await archive.store.recording("r")?.begin?.after == FragmentID(epoch: 1, sequence: 0))
        let place = try #require(try await archive.resumePlace(of: "r", in: chain))
        #expect((place.epoch, place.sequence) == (1, 3))
    }

    @Test(
        "A recording that was created again from its files begins with the camera's hold, not with what is left of it")
    func adopted() async throws {
        let archive = Archive(MemoryStore())
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        for entry in try JPEGFootage.entries(6).dropFirst(3) { _ = try await archive.store.append(entry) }
        let hold = FootageHold(recording: "r", epoch: 7, epochID: "one", sequence: 2, before: 10)
        let accounts = CameraAccounts(
            client: FixedSource(epochs: [Self.row(1, "one", after: nil)], hold: hold), archive: archive, camera: "c",
            isKept: true, unsaved: UnsavedAccounts(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let chain = try await accounts.register().chain
        try await accounts.keepBegins(of: ["other"], [hold], in: chain)
        #expect(try await archive.store.recording("r")?.begin == nil)
        try await accounts.keepBegins(of: ["r"], [hold], in: chain)
        let begin = RecordingEdge(after: FragmentID(epoch: 1, sequence: 1), total: 10)
        #expect(try await archive.store.recording("r")?.begin == begin)
        _ = try await accounts.hold("r", beforeMilliseconds: 0)
        #expect(try await archive.store.recording("r")?.begin == begin)
    }

    @Test("What a camera answers is stored at once, because a killed camera may have forgotten it")
    func killedBehindAnswer() async throws {
        let archive = Archive(MemoryStore())
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        let first = FixedSource(
            epochs: [Self.row(1, "one", after: nil)],
            hold: FootageHold(recording: "r", epoch: 1, epochID: "one", sequence: 6))
        let accounts = CameraAccounts(
            client: DyingSource(source: first), archive: archive, camera: "c", isKept: true,
            unsaved: UnsavedAccounts(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        _ = try await accounts.hold("r", beforeMilliseconds: 0)
        #expect(try await archive.store.recording("r")?.begin?.after == FragmentID(epoch: 1, sequence: 5))
    }

    @Test("A camera that was restored from before its first picture: a recording has nothing of its older epochs")
    func restored() async throws {
        let archive = Archive(MemoryStore())
        func accounts(_ epochs: [EpochDescription], _ hold: FootageHold) -> CameraAccounts {
            CameraAccounts(
                client: FixedSource(fragments: [], epochs: epochs, hold: hold), archive: archive, camera: "c",
                isKept: true, unsaved: UnsavedAccounts(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        let older = [Self.row(1, "one", after: nil), Self.row(2, "two", after: "one")]
        let none = FootageHold(recording: "r", epoch: 0, epochID: nil, sequence: 1, isNextEpoch: true)
        _ = try await accounts(older, none).register()
        try await archive.store.open(Recording(id: "r", camera: "c", cameraName: "c", transport: "tcp", startedAt: 0))
        // It has begun its first epoch since it answered.
        let chain = try await accounts([Self.row(1, "new", after: nil)], none).hold("r", beforeMilliseconds: 0).1
        let begin = try #require(try await archive.store.recording("r")?.begin)
        #expect(begin.after == FragmentID(epoch: 2, sequence: RecordingEdge.endOfEpoch))
        #expect(chain.number(of: "new") == 3)
    }

    @Test("A camera that makes up new ids all the time is not remembered for ever")
    func bounded() {
        let unsaved = UnsavedAccounts()
        for round in 1...3 {
            let told = (1...700).map { Self.row($0, "\(round)-\($0)", after: nil) }
            let forgotten = unsaved.add(told)
            #expect(forgotten.count <= 1_000)
        }
        unsaved.remove(unsaved.add([]))
        #expect(unsaved.add([]).isEmpty)
    }
}
