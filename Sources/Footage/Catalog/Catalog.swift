// SPDX-License-Identifier: Apache-2.0
package import Media

/// What is known of footage: recordings, the epochs of cameras, gaps, and which fragments are stored.
///
/// A change is one transaction, and durable when the call returns. A call may wait for a disk or a network: none is made for
/// each frame, and what belongs together goes into one call. Throws `FootageError.catalog` when it cannot be asked.
package protocol Catalog: Sendable {
    /// Opens a recording for footage; one that exists already with the same camera is brought up to date.
    ///
    /// Throws `invalid` for an id that cannot name a folder, or that belongs to another camera.
    func open(_ recording: Recording) async throws

    /// All recordings, the oldest first.
    func recordings() async throws -> [Recording]

    /// The recording with this id.
    func recording(_ id: String) async throws -> Recording?

    /// A recording in figures; nil if there is none.
    func summary(recording id: String) async throws -> RecordingSummary?

    /// Changes name, transport, codec, end and state of a recording; `stopped` closes its segments.
    ///
    /// Leaves the lock alone: only `setLocked` changes it. Throws `notFound`.
    func update(_ recording: Recording) async throws

    /// Spares a recording from all policies that delete footage, or no longer; false if there is no such recording.
    func setLocked(_ isLocked: Bool, recording id: String) async throws -> Bool

    /// Changes the state of a recording if it is in one of `states`; returns whether it was.
    ///
    /// For the end of a recording use `stop`, which closes its segments.
    func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>, at time: Int64?
    ) async throws -> Bool

    /// Ends a recording and closes its segments; false if it is stopped already or does not exist.
    func stop(recording id: String, at time: Int64) async throws -> Bool

    /// Ends all recordings of a camera whose ids come before `current`: shorter ids first, then by their text.
    ///
    /// In the same transaction it drops those of them without footage, and the camera's epochs before `epoch` without
    /// footage.
    func endRecordings(of camera: String, before current: String, epoch: Int, at time: Int64) async throws

    /// Stores where a recording begins; a beginning that is known already stays, and gets the total that it lacked.
    func begin(recording id: String, at edge: RecordingEdge) async throws

    /// Moves the beginning of a recording, if it is still where the caller found it.
    func begin(recording id: String, at edge: RecordingEdge, insteadOf old: RecordingEdge) async throws

    /// Stores where a recording ends.
    func end(recording id: String, at edge: RecordingEdge) async throws

    /// Keeps what is known of several epochs, replacing what was: all or none.
    func set(_ clocks: [EpochClock]) async throws

    /// What is known of a camera's epochs, by number.
    func clocks(camera: String) async throws -> [EpochClock]

    /// Notes that a camera is not heard of any more while an epoch of it goes on.
    func silence(camera: String) async throws

    /// Records gaps, all or none; the same stretch and reason again only changes the figures. Throws without their recording.
    func add(_ gaps: [Gap]) async throws

    /// The recorded gaps in the order of time.
    func gaps(recording: String) async throws -> [Gap]

    /// The fragment with this name.
    func fragment(recording: String, _ id: FragmentID) async throws -> StoredFragment?

    /// The fragments of an epoch with these numbers, in the order of capture.
    func fragments(recording: String, epoch: Int, sequences: ClosedRange<Int>) async throws -> [StoredFragment]

    /// The next fragments behind one in the order of capture, at most `limit`; from the first one for nil.
    func fragments(recording: String, after id: FragmentID?, limit: Int) async throws -> [StoredFragment]

    /// What tells the next fragments behind one apart, in the order of capture, at most `limit`; from the first one for nil.
    func marks(recording: String, after id: FragmentID?, limit: Int) async throws -> [FragmentMark]

    /// The first fragment that starts with a key frame and does not end before a tick; nil when there is none.
    func firstSync(recording: String, endingAtOrAfter tick: Tick) async throws -> StoredFragment?

    /// The fragment with which decoding begins to show a moment: the last one at or before it that starts with a key frame.
    func keyFragment(recording: String, atOrBefore position: FootagePosition) async throws -> StoredFragment?

    /// The announced fragments of a recording as ranges without a hole, in the order of capture.
    func runs(recording: String) async throws -> [FragmentRun]

    /// The fragments of a recording that were never announced, in the order of capture.
    func unconfirmed(recording: String) async throws -> [StoredFragment]

    /// The segments of a recording in which something is, in the order of capture.
    func segments(recording: String) async throws -> [StoredSegment]

    /// A recording as stretches without a hole, in the order of capture; a segment counts as what most of its frames are.
    func stretches(recording: String) async throws -> [FootageStretch]
}

extension Catalog {
    /// Keeps what is known of an epoch, replacing what was.
    package func set(_ clock: EpochClock) async throws {
        try await set([clock])
    }

    /// Records a gap; the same stretch and reason again only changes the figures.
    package func add(_ gap: Gap) async throws {
        try await add([gap])
    }

    /// Changes the state of a recording that goes on, or is ending, if it is in one of `states`; returns whether it was.
    package func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>
    ) async throws -> Bool {
        try await setState(state, recording: id, from: states, at: nil)
    }

    /// All fragments of a recording in the order of capture.
    package func fragments(recording: String) async throws -> [StoredFragment] {
        var all: [StoredFragment] = []
        while true {
            let page = try await fragments(recording: recording, after: all.last?.id, limit: 1_000)
            guard !page.isEmpty else { return all }
            all += page
        }
    }

    /// The first and the last fragment of a run; nil if one of them is gone since.
    package func ends(
        of run: FragmentRun, in recording: String
    ) async throws -> (first: StoredFragment, last: StoredFragment)? {
        guard let first = try await fragment(recording: recording, FragmentID(epoch: run.epoch, sequence: run.first)),
            let last = try await fragment(recording: recording, FragmentID(epoch: run.epoch, sequence: run.last))
        else { return nil }
        return (first, last)
    }
}
