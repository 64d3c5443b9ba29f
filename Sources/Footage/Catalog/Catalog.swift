// SPDX-License-Identifier: Apache-2.0
package import Media

/// The description of footage: recordings, the epochs of cameras, gaps, and the stored fragments.
///
/// A change is one transaction, and durable when the call returns. A call may wait for a disk or a network: callers make none for
/// each frame, and combine related changes in one call. Throws `FootageError.catalog` if the database fails.
package protocol Catalog: Sendable {
    /// Opens a recording for footage; updates one that exists already with the same camera.
    ///
    /// Throws `invalid` for an id that cannot name a folder, or that belongs to another camera.
    func open(_ recording: Recording) async throws

    /// All recordings, the oldest first.
    func recordings() async throws -> [Recording]

    /// The recording with this id.
    func recording(_ id: String) async throws -> Recording?

    /// The totals of a recording; nil if there is none.
    func summary(recording id: String) async throws -> RecordingSummary?

    /// Changes name, transport, codec, end and state of a recording; `stopped` closes its segments.
    ///
    /// Does not change the lock: use `setLocked`. Throws `notFound`.
    func update(_ recording: Recording) async throws

    /// Protects a recording from all policies that delete footage, or removes the protection; false if there is no such recording.
    func setLocked(_ isLocked: Bool, recording id: String) async throws -> Bool

    /// Changes the state of a recording if it is in one of `states`; returns whether it was.
    ///
    /// To end a recording use `stop`, which closes its segments.
    func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>, at time: Int64?
    ) async throws -> Bool

    /// Ends a recording and closes its segments; false if it is stopped already or does not exist.
    func stop(recording id: String, at time: Int64) async throws -> Bool

    /// Ends all recordings of a camera whose ids come before `current`: shorter ids first, then by their text.
    ///
    /// In the same transaction it deletes those of them that have no footage, and the camera's epochs before `epoch` that have no
    /// footage.
    func endRecordings(of camera: String, before current: String, epoch: Int, at time: Int64) async throws

    /// Stores where a recording begins; keeps a known beginning, and only adds the total if that is missing.
    func begin(recording id: String, at edge: RecordingEdge) async throws

    /// Moves the beginning of a recording, if it is still where the caller found it.
    func begin(recording id: String, at edge: RecordingEdge, insteadOf old: RecordingEdge) async throws

    /// Stores what is known of the moment at which a recording is stopped; changes nothing after that.
    func set(_ stop: RecordingStop, of recording: String) async throws

    /// Stores where a recording ends, and deletes the gaps behind: it may have gone on before its end was known.
    func end(recording id: String, at edge: RecordingEdge) async throws

    /// Stores several epochs, replacing earlier values: all or none.
    func set(_ clocks: [EpochClock]) async throws

    /// The known epochs of a camera, by number.
    func clocks(camera: String) async throws -> [EpochClock]

    /// Stores a comparison of clocks; deletes those of the camera's epochs before all of its footage.
    func add(_ comparison: ClockComparison) async throws

    /// The comparisons of a camera's clock in some of its epochs, in the order of epoch and tick.
    func comparisons(camera: String, epochs: ClosedRange<Int>) async throws -> [ClockComparison]

    /// Marks the running epochs of a camera as unheard, because the link to it is lost.
    func silence(camera: String) async throws

    /// Stores gaps, all or none; for a known stretch and reason only updates the numbers. Throws without their recording.
    func add(_ gaps: [Gap]) async throws

    /// The stored gaps in the order of time.
    func gaps(recording: String) async throws -> [Gap]

    /// The fragment with this id.
    func fragment(recording: String, _ id: FragmentID) async throws -> StoredFragment?

    /// The fragments of an epoch with these numbers, in the order of capture.
    func fragments(recording: String, epoch: Int, sequences: ClosedRange<Int>) async throws -> [StoredFragment]

    /// The next fragments after one in the order of capture, at most `limit`; from the first one for nil.
    func fragments(recording: String, after id: FragmentID?, limit: Int) async throws -> [StoredFragment]

    /// The marks of the next fragments after one, in the order of capture, at most `limit`; from the first one for nil.
    func marks(recording: String, after id: FragmentID?, limit: Int) async throws -> [FragmentMark]

    /// The first fragment that starts with a key frame and does not end before a tick; nil if there is none.
    func firstSync(recording: String, endingAtOrAfter tick: Tick) async throws -> StoredFragment?

    /// The fragment from which a moment can be decoded: the last one at or before it that starts with a key frame.
    func keyFragment(recording: String, atOrBefore position: FootagePosition) async throws -> StoredFragment?

    /// The announced fragments of a recording as ranges of consecutive numbers, in the order of capture.
    func runs(recording: String) async throws -> [FragmentRun]

    /// The fragments of a recording that were never announced, in the order of capture.
    func unconfirmed(recording: String) async throws -> [StoredFragment]

    /// The segments of a recording that are not empty, in the order of capture.
    func segments(recording: String) async throws -> [StoredSegment]

    /// A recording as stretches of consecutive fragments, in the order of capture; a segment has the source of most of its frames.
    func stretches(recording: String) async throws -> [FootageStretch]
}

extension Catalog {
    /// Stores an epoch, replacing earlier values.
    package func set(_ clock: EpochClock) async throws {
        try await set([clock])
    }

    /// Stores a gap; for a known stretch and reason only updates the numbers.
    package func add(_ gap: Gap) async throws {
        try await add([gap])
    }

    /// Changes the state of a recording, without an end time, if it is in one of `states`; returns whether it was.
    package func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>
    ) async throws -> Bool {
        try await setState(state, recording: id, from: states, at: nil)
    }

    /// Calls `body` with each fragment of a recording in the order of capture; not all are in memory at once.
    package func eachFragment(recording: String, _ body: (StoredFragment) -> Void) async throws {
        var last: FragmentID?
        while true {
            let page = try await fragments(recording: recording, after: last, limit: 1_000)
            guard let end = page.last else { return }
            page.forEach(body)
            last = end.id
        }
    }

    /// All fragments of a recording in the order of capture.
    package func fragments(recording: String) async throws -> [StoredFragment] {
        var all: [StoredFragment] = []
        try await eachFragment(recording: recording) { all.append($0) }
        return all
    }

    /// The first and the last fragment of a run; nil if one of them has been deleted.
    package func ends(
        of run: FragmentRun, in recording: String
    ) async throws -> (first: StoredFragment, last: StoredFragment)? {
        guard let first = try await fragment(recording: recording, FragmentID(epoch: run.epoch, sequence: run.first)),
            let last = try await fragment(recording: recording, FragmentID(epoch: run.epoch, sequence: run.last))
        else { return nil }
        return (first, last)
    }
}
