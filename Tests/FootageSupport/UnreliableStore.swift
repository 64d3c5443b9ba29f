// SPDX-License-Identifier: Apache-2.0
package import Footage
package import Media

/// A store behind a simulated network: each call is delayed, and some fail before or after the store runs them.
package struct UnreliableStore: FootageArchive {
    /// The outcome of a call.
    package enum Fate: Sendable {
        case works
        /// The call does not reach the store.
        case isLost
        /// The store runs the call, and its answer is lost.
        case answerIsLost
    }

    /// The error of a call that was lost or whose answer was lost.
    package struct Unreachable: Error {}

    private let store: any FootageArchive
    private let delay: Duration
    private let fate: @Sendable () -> Fate

    /// A store whose calls are delayed, and then have the outcome that `fate` returns for each.
    package init(
        _ store: any FootageArchive, delay: Duration = .zero, fate: @escaping @Sendable () -> Fate = { .works }
    ) {
        (self.store, self.delay, self.fate) = (store, delay, fate)
    }

    package var recovery: RecoveryReport { store.recovery }

    package func location(of segment: StoredSegment) -> String { store.location(of: segment) }

    private func call<Answer>(_ body: (any FootageArchive) async throws -> Answer) async throws -> Answer {
        if delay > .zero { try await Task.sleep(for: delay) }
        switch fate() {
        case .works: return try await body(store)
        case .isLost: throw Unreachable()
        case .answerIsLost:
            _ = try await body(store)
            throw Unreachable()
        }
    }
}

extension UnreliableStore {
    package func append(_ entries: [FragmentEntry], gaps: [Gap]) async throws -> [StoredFragment] {
        try await call { try await $0.append(entries, gaps: gaps) }
    }

    package func bytes(of fragment: StoredFragment) async throws -> [UInt8] {
        try await call { try await $0.bytes(of: fragment) }
    }

    package func samples(of fragments: [StoredFragment]) async throws -> [[FragmentReader.Sample]] {
        try await call { try await $0.samples(of: fragments) }
    }

    package func initSegment(_ digest: Digest) async throws -> [UInt8]? {
        try await call { try await $0.initSegment(digest) }
    }

    package func goneFootage(recording: String) async throws -> [Gap] {
        try await call { try await $0.goneFootage(recording: recording) }
    }

    package func trim(
        _ policy: TrimPolicy, willRemove: @Sendable ([TrimmedSegment]) async -> Void
    ) async throws -> [TrimmedSegment] {
        try await call { try await $0.trim(policy, willRemove: willRemove) }
    }

    package func verify(
        recording id: String, progress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Verification {
        try await call { try await $0.verify(recording: id, progress: progress) }
    }

    package func delete(recording id: String) async throws { try await call { try await $0.delete(recording: id) } }

    package func close() async throws { try await store.close() }

    package func open(_ recording: Recording) async throws { try await call { try await $0.open(recording) } }

    package func recordings() async throws -> [Recording] { try await call { try await $0.recordings() } }

    package func recording(_ id: String) async throws -> Recording? { try await call { try await $0.recording(id) } }

    package func summary(recording id: String) async throws -> RecordingSummary? {
        try await call { try await $0.summary(recording: id) }
    }

    package func update(_ recording: Recording) async throws { try await call { try await $0.update(recording) } }

    package func setLocked(_ isLocked: Bool, recording id: String) async throws -> Bool {
        try await call { try await $0.setLocked(isLocked, recording: id) }
    }

    package func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>, at time: Int64?
    ) async throws -> Bool {
        try await call { try await $0.setState(state, recording: id, from: states, at: time) }
    }

    package func stop(recording id: String, at time: Int64) async throws -> Bool {
        try await call { try await $0.stop(recording: id, at: time) }
    }

    package func endRecordings(of camera: String, before current: String, epoch: Int, at time: Int64) async throws {
        try await call { try await $0.endRecordings(of: camera, before: current, epoch: epoch, at: time) }
    }

    package func begin(recording id: String, at edge: RecordingEdge) async throws {
        try await call { try await $0.begin(recording: id, at: edge) }
    }

    package func begin(recording id: String, at edge: RecordingEdge, insteadOf old: RecordingEdge) async throws {
        try await call { try await $0.begin(recording: id, at: edge, insteadOf: old) }
    }

    package func set(_ stop: RecordingStop, of recording: String) async throws {
        try await call { try await $0.set(stop, of: recording) }
    }

    package func end(recording id: String, at edge: RecordingEdge) async throws {
        try await call { try await $0.end(recording: id, at: edge) }
    }

    package func set(_ clocks: [EpochClock]) async throws { try await call { try await $0.set(clocks) } }

    package func clocks(camera: String) async throws -> [EpochClock] {
        try await call { try await $0.clocks(camera: camera) }
    }

    package func add(_ comparison: ClockComparison) async throws { try await call { try await $0.add(comparison) } }

    package func comparisons(camera: String, epochs: ClosedRange<Int>) async throws -> [ClockComparison] {
        try await call { try await $0.comparisons(camera: camera, epochs: epochs) }
    }

    package func silence(camera: String) async throws { try await call { try await $0.silence(camera: camera) } }

    package func add(_ gaps: [Gap]) async throws { try await call { try await $0.add(gaps) } }

    package func gaps(recording: String) async throws -> [Gap] {
        try await call { try await $0.gaps(recording: recording) }
    }

    package func fragment(recording: String, _ id: FragmentID) async throws -> StoredFragment? {
        try await call { try await $0.fragment(recording: recording, id) }
    }

    package func fragments(
        recording: String, epoch: Int, sequences: ClosedRange<Int>
    ) async throws -> [StoredFragment] {
        try await call { try await $0.fragments(recording: recording, epoch: epoch, sequences: sequences) }
    }

    package func fragments(recording: String, after id: FragmentID?, limit: Int) async throws -> [StoredFragment] {
        try await call { try await $0.fragments(recording: recording, after: id, limit: limit) }
    }

    package func marks(recording: String, after id: FragmentID?, limit: Int) async throws -> [FragmentMark] {
        try await call { try await $0.marks(recording: recording, after: id, limit: limit) }
    }

    package func firstSync(recording: String, endingAtOrAfter tick: Tick) async throws -> StoredFragment? {
        try await call { try await $0.firstSync(recording: recording, endingAtOrAfter: tick) }
    }

    package func keyFragment(
        recording: String, atOrBefore position: FootagePosition
    ) async throws -> StoredFragment? {
        try await call { try await $0.keyFragment(recording: recording, atOrBefore: position) }
    }

    package func runs(recording: String) async throws -> [FragmentRun] {
        try await call { try await $0.runs(recording: recording) }
    }

    package func unconfirmed(recording: String) async throws -> [StoredFragment] {
        try await call { try await $0.unconfirmed(recording: recording) }
    }

    package func segments(recording: String) async throws -> [StoredSegment] {
        try await call { try await $0.segments(recording: recording) }
    }

    package func stretches(recording: String) async throws -> [FootageStretch] {
        try await call { try await $0.stretches(recording: recording) }
    }
}
