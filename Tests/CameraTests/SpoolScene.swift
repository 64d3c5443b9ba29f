// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Foundation
import Logging
import Synchronization
import SystemPackage
import TestSupport
import Wire

@testable import Camera

/// A camera's spool with its holds and accounts on a real disk, fed by a test instead of a capture.
final class SpoolScene: Sendable {
    let home: FilePath
    let spool: Spool
    let holds: FootageHolds
    let epochs: EpochBook
    let epoch: EpochDescription
    private let events: AsyncStream<NumberedEvent>
    let closed: [ClosedFragment]

    var id: String { epoch.id ?? "" }

    /// Runs the body with a spool that writes only while `running` runs.
    ///
    /// - Parameters:
    ///   - fragments: the number of fragments that the test can submit.
    ///   - change: changes the spool's limits.
    static func with(
        fragments: Int, _ change: (inout CameraSettings) -> Void = { _ in },
        _ body: (SpoolScene) async throws -> Void
    ) async throws {
        let home = NSTemporaryDirectory() + "longshot-spool-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        var settings = CameraSettings(home: FilePath(home))
        change(&settings)
        try await body(SpoolScene(settings, fragments))
    }

    private init(_ settings: CameraSettings, _ fragments: Int) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        home = settings.home
        closed = try SampleFootage.fragments(fragments)
        epochs = EpochBook(home: home, logger: logger)
        await epochs.load()
        holds = await FootageHolds(home: home, logger: logger)
        epoch = epochs.begin(
            clock: MediaClock(), began: .cameraRestarted, first: closed[0].fragment.firstTick,
            nominalInterval: SampleFootage.interval)
        let feed = EventFeed()
        events = feed.events()
        spool = Spool(
            disk: SpoolDisk(home.appending("spool"), epochs: epochs, camera: "c", logger: logger), holds: holds,
            epochs: epochs,
            description: NodeDescription(id: "c", name: "c", role: .camera, version: "1", capabilities: []),
            settings: settings, status: CaptureStatus(pipeline: "p", events: feed), events: feed, logger: logger)
    }

    /// Submits fragments by number.
    func submit(_ numbers: ClosedRange<Int>, gaps: [GapDescription] = []) {
        for number in numbers { spool.submit(entry(number, gaps: gaps)) }
    }

    /// A fragment by its number, as a capture submits it.
    func entry(_ number: Int, gaps: [GapDescription] = []) -> Spool.Entry {
        Spool.Entry(
            epoch: epoch, closed: closed[number - 1], nominalInterval: SampleFootage.interval,
            captured: SampleFootage.frames, total: number * SampleFootage.frames, gaps: gaps)
    }

    /// Runs the spool's writer during the body, and until all submitted fragments are written and announced.
    func running(_ body: () async throws -> Void) async throws {
        async let ended: Void = spool.run()
        do {
            try await body()
            spool.close()
        } catch {
            spool.close()
            await ended
            throw error
        }
        await ended
    }

    /// Submits fragments one by one, each after the announcement of the one before.
    func store(_ numbers: ClosedRange<Int>) async throws {
        for number in numbers {
            submit(number...number)
            try await announced(number)
        }
    }

    /// Waits for the announcement of a fragment.
    @discardableResult
    func announced(_ number: Int) async throws -> FragmentAnnouncement {
        for await numbered in events {
            if case .fragment(let announcement) = numbered.event, announcement.sequence == number {
                return announcement
            }
        }
        throw WaitedInVain(description: "the feed ended before fragment \(number)")
    }

    func manifest() async throws -> [FragmentAnnouncement] {
        try await spool.manifest(epoch: nil, after: nil, limit: 100, capture: CaptureState(pipeline: "p")).fragments
    }

    /// The losses in the account on the disk, each as reason, sequence numbers and frames.
    func lost() async -> [String] {
        let book = EpochBook(home: home, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await book.load()
        return (book.row(id)?.lost ?? []).map {
            "\($0.reason) \($0.firstSequence)...\($0.lastSequence) before \($0.before): \($0.frames)"
        }
    }
}
