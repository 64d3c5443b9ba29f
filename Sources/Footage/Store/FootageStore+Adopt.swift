// SPDX-License-Identifier: Apache-2.0

import Disk
package import Media
import SystemPackage

extension FootageStore {
    /// Asks the camera for the proof of a fragment that was found without a row.
    package typealias Witness = @Sendable (FragmentID, Digest) async throws -> FragmentProof?

    /// Moves footage from the folder `recovered` back into the store, as far as digests prove it.
    ///
    /// The catalog proves a file whose rows still exist. A witness, the camera, proves single fragments, which are then stored like
    /// any others; a recording that the catalog does not know is created again. If it does not go on, an uncounted gap
    /// follows its last frame, because only the lost catalog knew where it began and ended. A file is deleted when all of
    /// its content is in the archive. Throws the errors of the witness, `system` and `catalog`.
    ///
    /// - Parameters:
    ///   - running: the recordings that go on if they are created again.
    ///   - isAsked: the files about which the witness is asked; the others are left.
    package func adopt(
        now: Int64, running: Set<String> = [], asking witness: Witness = { _, _ in nil },
        about isAsked: (RecoveredFile) -> Bool = { _ in true }
    ) async throws -> Adoption {
        let folder = RecoveredFolder(of: directory)
        var adoption = Adoption()
        for file in try folder.files() where file.offset == 0 {
            if try restore(file, folder) { adoption.restored.append(file.origin) }
        }
        var failure: (any Error)?
        do {
            for file in try folder.files().sorted(by: { ($0.origin, $0.offset) < ($1.origin, $1.offset) }) {
                let isDone = isAsked(file) ? try await adopt(file, folder, now, running, witness, &adoption) : false
                if isDone { try folder.remove(file) } else { adoption.left.append(file) }
            }
        } catch {
            failure = error
        }
        // After a failure, too: the next adoption knows these recordings, and would take their ends for known.
        for id in adoption.ended { try setEnd(of: id) }
        if let failure { throw failure }
        for id in adoption.recordings where try catalog.recording(id)?.state == .stopped { try closeSegments(of: id) }
        recoveredBytes = try folder.files().reduce(0) { $0 + $1.byteCount }
        return adoption
    }

    /// Moves a whole file back to where a row names it, if no file is there and this one has all fragments of the row.
    private func restore(_ file: RecoveredFile, _ folder: RecoveredFolder) throws -> Bool {
        let origin = directory.appending(file.origin)
        guard let segment = try catalog.segment(path: file.origin), try FileStatus(origin) == nil,
            file.byteCount >= segment.byteCount, segment.byteCount > 0
        else { return false }
        let reader = try SegmentReader("\(RecoveredFolder.name)/\(file.name)", in: directory)
        for fragment in try catalog.fragmentsFromEnd(ofSegment: segment.id) {
            do {
                _ = try reader.checkedBytes(of: fragment)
            } catch FootageError.damaged {
                return false
            }
        }
        try folder.putBack(file)
        guard file.byteCount > segment.byteCount else { return true }
        try folder.copy(file.origin, from: segment.byteCount, to: file.byteCount)
        let descriptor = try FileSystem.open(origin, .readWrite)
        defer { try? descriptor.close() }
        try FileSystem.cut(descriptor, to: segment.byteCount, origin)
        return true
    }

    /// Stores the proved fragments of a file; true if all of the file is then in the archive.
    private func adopt(
        _ file: RecoveredFile, _ folder: RecoveredFolder, _ now: Int64, _ running: Set<String>, _ witness: Witness,
        _ adoption: inout Adoption
    ) async throws -> Bool {
        guard let epoch = file.epoch else { return false }
        let fragments = try RecoveredFragments(folder.path(of: file), isWhole: file.offset == 0)
        guard let format = try fragments.format ?? format(of: file) else { return false }
        var isDone = true
        while let bytes = try fragments.next() {
            try Task.checkCancellation()
            guard let sequence = try? FragmentReader(bytes).sequence else { return false }
            let (id, digest) = (FragmentID(epoch: epoch, sequence: sequence), Digest(of: bytes))
            let recording = try catalog.recording(inFolder: file.folder)
            if let stored = try recording.flatMap({ try catalog.fragment($0.id, id) }), stored.source != .unconfirmed {
                let isSame = stored.digest == digest && (try? self.bytes(of: stored)) == bytes
                if isSame { adoption.known += 1 } else { isDone = false }
                continue
            }
            guard let proof = try await witness(id, digest), proof.digest == digest,
                proof.format == format.digest, recording.map({ $0.camera == proof.camera.id }) ?? true,
                let fragment = try? Fragment(parsing: bytes, base: proof.base)
            else {
                isDone = false
                continue
            }
            let name = try recording?.id ?? makeRecording(of: file, proof, at: fragment.firstTick, running, &adoption)
            let entry = FragmentEntry(
                recording: name, epoch: epoch, segment: proof.segment, fragment: fragment, format: format,
                captured: proof.captured, total: proof.total, received: 0, source: .backfill, persistedAt: now)
            _ = try append([entry], gaps: proof.gaps.map { $0.moved(to: name) })
            adoption.adopted.append(id)
            adoption.recordings.insert(name)
        }
        return isDone && fragments.isAtEnd
    }

    /// The format of a file of which only the end exists: that of its row, or of the original file.
    private func format(of file: RecoveredFile) throws -> InitSegment? {
        if let row = try catalog.segment(path: file.origin), let bytes = try catalog.initSegment(row.format) {
            return try InitSegment(parsing: bytes)
        }
        let origin = directory.appending(file.origin)
        let folder = RecoveredFolder(of: directory)
        let whole = try folder.files().filter { $0.origin == file.origin && $0.offset == 0 }.map(folder.path(of:))
        for path in [origin] + whole where try FileStatus(path) != nil {
            if let format = try RecoveredFragments(path, isWhole: true).format { return format }
        }
        return nil
    }

    /// Creates a recording again that the catalog does not know; its id is the name of its folder.
    ///
    /// - Parameter first: its first frame.
    private func makeRecording(
        of file: RecoveredFile, _ proof: FragmentProof, at first: Tick, _ running: Set<String>,
        _ adoption: inout Adoption
    ) throws -> String {
        let id = file.folder.split(separator: "/").last.map(String.init) ?? file.folder
        guard try catalog.recording(id) == nil else {
            throw FootageError.invalid("recording id `\(id)`: it has another folder than \(file.folder)")
        }
        let clocks = EpochClocks(try catalog.clocks(proof.camera.id))
        let begin = file.epoch.flatMap { clocks[$0]?.utc(of: first) } ?? file.modifiedAt
        let goesOn = running.contains(id)
        try catalog.insert(
            Recording(
                id: id, camera: proof.camera.id, cameraName: proof.camera.name, transport: "udp",
                startedAt: begin, stoppedAt: goesOn ? nil : max(begin, file.modifiedAt),
                state: goesOn ? .recording : .stopped),
            folder: file.folder)
        if goesOn { adoption.resumed.insert(id) } else { adoption.ended.insert(id) }
        return id
    }

    /// Sets the end of a recording that was created again: its last frame, as far as its camera's clock is known.
    ///
    /// The gap behind it says that frames may be missing there, or before the first frame, of which only the lost catalog knew.
    private func setEnd(of id: String) throws {
        guard var recording = try catalog.recording(id) else { return }
        let ends = try catalog.segments(of: id).compactMap { try catalog.lastFragment(inSegment: $0.id) }
        guard let last = ends.max(by: { $0.id < $1.id }) else { return }
        var gap = Gap(
            recording: id, epoch: last.id.epoch, firstTick: last.lastTick, lastTick: last.lastTick + 1, frames: 0,
            reason: .lostByRecorder)
        gap.isUncounted = true
        try catalog.add([gap])
        let clocks = EpochClocks(try catalog.clocks(recording.camera))
        guard let end = ends.compactMap({ clocks[$0.id.epoch]?.utc(of: $0.lastTick) }).max() else { return }
        recording.stoppedAt = max(recording.startedAt, end)
        _ = try catalog.update(recording)
    }
}

extension Gap {
    fileprivate func moved(to recording: String) -> Gap {
        var moved = Gap(
            recording: recording, epoch: epoch, firstTick: firstTick, lastTick: lastTick, frames: frames,
            reason: reason)
        (moved.sequences, moved.before, moved.isUncounted, moved.atMost) = (sequences, before, isUncounted, atMost)
        return moved
    }
}
