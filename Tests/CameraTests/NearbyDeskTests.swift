// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import SystemPackage
import Tasks
import TestSupport
import Testing
import Wire

@testable import Camera

@Suite("Sessions of ranging", .timeLimit(.minutes(1)))
struct NearbyDeskTests {
    private static let place = PeerPosition(
        distance: 2, distanceUncertainty: 0.01, azimuth: 3, elevation: 1, direction: [0.05, -0.02, 0.998],
        directionUncertainty: 0.03)

    /// Runs the body with a desk that has this instrument.
    private func withDesk(
        _ instrument: RecordedInstrument, isPermitted: Bool = true, patience: Duration = .seconds(60),
        _ body: (NearbyDesk) async throws -> Void
    ) async throws {
        let home = FilePath(FileManager.default.temporaryDirectory.path).appending("nearby-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        let logger = Logger(label: "test")
        let status = CaptureStatus(pipeline: "test", events: EventFeed())
        let nursery = Nursery()
        let desk = NearbyDesk(
            isPermitted: isPermitted, instrument: instrument,
            lenses: LensBook(home: home, status: status, logger: logger) { nil }, nursery: nursery,
            patience: patience)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await nursery.run() }
            try await body(desk)
            group.cancelAll()
        }
    }

    private func seen(_ tags: Int...) -> RangingObservation {
        var observation = RangingObservation()
        for tag in tags { observation.found[tag] = RangingObservation.Found(position: Self.place, corners: [[0, 0]]) }
        return observation
    }

    @Test("tell each visitor of its own tag, in phases, and rest when nobody reads")
    func phases() async throws {
        let stream = [
            seen(7, 8), seen(8), RangingObservation(reason: "there is no picture"),
            RangingObservation(reason: "there is no picture"), seen(7),
        ]
        let instrument = RecordedInstrument(stream)
        try await withDesk(instrument) { desk in
            let session = try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim")
            #expect(instrument.asked.isEmpty, "nobody reads")
            var phases: [NearbyUpdate.Phase] = []
            for await update in try desk.updates(of: session.id, for: "kim") {
                phases.append(update.phase)
                if update.phase == .seen {
                    #expect(update.position == Self.place && update.capturedAt != nil && update.age ?? -1 >= 0)
                } else {
                    #expect(update.position == nil)
                }
                if phases.count == 5 { try desk.end(session.id, for: "kim") }
            }
            #expect(phases == [.seen, .absent, .suspended, .resumed, .seen, .invalidated])
            #expect(instrument.asked.first == [RangedPeer(tag: 7, size: 0.12, sizeUncertainty: 0)])
            while instrument.rests == 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(desk.count == 0)
        }
    }

    @Test("belong to who began them, and never share a tag")
    func apart() async throws {
        try await withDesk(RecordedInstrument([seen(7)])) { desk in
            let session = try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim")
            #expect(throws: Problem.self) { try desk.updates(of: session.id, for: "eve") }
            #expect(throws: Problem.self) { try desk.end(session.id, for: "eve") }
            let problem = await #expect(throws: Problem.self) {
                try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "eve")
            }
            #expect(problem?.status == 409)
            var tags: Set<Int> = [7]
            for _ in 1..<16 { tags.insert(try await desk.begin(NearbyRequest(size: 0.06), for: "eve").tag) }
            #expect(tags.count == 16)
            await #expect(throws: Problem.self) { try await desk.begin(NearbyRequest(size: 0.06), for: "eve") }
        }
    }

    @Test("give way to a new one of the same visitor when nobody reads them")
    func anew() async throws {
        try await withDesk(RecordedInstrument([seen(7)])) { desk in
            let first = try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim")
            let second = try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim")
            #expect(first.id != second.id && desk.count == 1)
            let updates = try desk.updates(of: second.id, for: "kim")
            // A command may ask where a sheet is while another one watches it, but not with two sizes, and nobody else may.
            #expect(try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim").tag == 7)
            for (size, visitor) in [(0.1, "kim"), (0.12, "eve")] {
                await #expect(throws: Problem.self) {
                    try await desk.begin(NearbyRequest(size: size, tag: 7), for: visitor)
                }
            }
            withExtendedLifetime(updates) {}
        }
    }

    @Test("end when nobody reads them in time")
    func late() async throws {
        try await withDesk(RecordedInstrument([seen(7)]), patience: .milliseconds(20)) { desk in
            let session = try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim")
            while desk.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(throws: Problem.self) { try desk.updates(of: session.id, for: "kim") }
        }
    }

    @Test("are suspended while the tag is not shown")
    func hidden() async throws {
        try await withDesk(RecordedInstrument([seen(7)])) { desk in
            let session = try await desk.begin(NearbyRequest(size: 0.12, tag: 7), for: "kim")
            var phases: [NearbyUpdate.Phase] = []
            for await update in try desk.updates(of: session.id, for: "kim") {
                if phases.last != update.phase { phases.append(update.phase) }
                switch phases {
                case [.seen]: try desk.change(session.id, NearbyChange(isShown: false), for: "kim")
                case [.seen, .suspended]: try desk.change(session.id, NearbyChange(isShown: true), for: "kim")
                case [.seen, .suspended, .resumed, .seen]: try desk.end(session.id, for: "kim")
                default: break
                }
            }
            #expect(phases == [.seen, .suspended, .resumed, .seen, .invalidated])
        }
    }

    @Test("are refused without the owner's permission, and with impossible numbers")
    func refused() async throws {
        let instrument = RecordedInstrument([seen(7)])
        try await withDesk(instrument, isPermitted: false) { desk in
            let problem = await #expect(throws: Problem.self) {
                try await desk.begin(NearbyRequest(size: 0.12), for: "kim")
            }
            #expect(problem?.status == 403 && problem?.detail.contains("--nearby") == true)
        }
        try await withDesk(instrument) { desk in
            for wrong in [
                NearbyRequest(size: 0), NearbyRequest(size: .nan), NearbyRequest(size: 3),
                NearbyRequest(size: 0.1, sizeUncertainty: -1), NearbyRequest(size: 0.1, tag: 587),
                NearbyRequest(token: "short", size: 0.1), NearbyRequest(token: "a b c d e f g h i j", size: 0.1),
            ] {
                let problem = await #expect(throws: Problem.self) { try await desk.begin(wrong, for: "kim") }
                #expect(problem?.status == 400, "\(wrong)")
            }
        }
    }
}
