// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Glibc
import Logging
import Media
import Synchronization
import SystemPackage
import Wire

/// The frames of the fragment in progress, in files that are in memory: they outlive the program if it is killed or crashes, though
/// not the machine.
///
/// Nothing is written to the disk, and nobody waits for one. There are two files, in turn: while a fragment is being stored, the
/// next one is in progress already. The next start stores what the spool does not have.
final class FrameJournal: Sendable {
    private struct Slot {
        let path: FilePath
        let file: FileDescriptor
        var size = 0
    }

    private struct State {
        var slots: [Slot]
        var current = 0
        /// Whether all frames of the fragment in progress are in the current slot.
        var isWhole = false
        var unfinished: [UnfinishedFragment]
    }

    private let state: Mutex<State>
    private let logger: Logger

    /// Opens the journal of a camera, and reads what an earlier run has left.
    ///
    /// - Parameters:
    ///   - directory: a folder in memory that outlives the program; without one, and if it cannot be used, nothing is kept.
    ///   - name: names the camera and its home among those of this machine.
    init(directory: FilePath?, name: String, logger: Logger) {
        self.logger = logger
        var (slots, unfinished) = ([Slot](), [UnfinishedFragment]())
        do {
            for number in 0..<2 {
                guard let path = directory?.appending("longshot-\(name)-\(number)") else { break }
                let slot = Slot(path: path, file: try FileSystem.openOwn(path))
                slots.append(slot)
                // A copy of the home may run on the same machine.
                guard flock(slot.file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw DiskError.inUse(path.string) }
                let bytes = try FileSystem.read(try FileSystem.size(slot.file, path), from: slot.file, at: 0, path)
                if let left = UnfinishedFragment(reading: bytes) { unfinished.append(left) }
            }
        } catch {
            logger.warning("frames in progress cannot be kept for a crash", metadata: ["error": "\(error)"])
            for slot in slots { try? slot.file.close() }
            slots = []
        }
        // A write may have failed, and the discarding of what was there as well.
        let whole = unfinished.filter { one in unfinished.allSatisfy(one.isWhole(before:)) }
        state = Mutex(State(slots: slots, unfinished: whole.sorted { $0.head.sequence < $1.head.sequence }))
    }

    deinit {
        state.withLock { state in
            for slot in state.slots {
                // A camera that could not start has kept nothing.
                if (try? FileSystem.size(slot.file, slot.path)) == 0 { try? FileSystem.remove(slot.path) }
                try? slot.file.close()
            }
        }
    }

    /// Stores what an earlier run has left of epochs that were killed.
    ///
    /// A fragment that cannot be stored is logged, and missing in its epoch's account.
    func recover(into store: any FootageArchive, of camera: NodeDescription, _ book: EpochBook) async {
        let unfinished = state.withLock { state in
            defer { state.unfinished = [] }
            return state.unfinished
        }
        for fragment in unfinished {
            do {
                guard try await fragment.store(in: store, of: camera, book) else { continue }
                logger.notice(
                    "frames that were in progress at a crash are kept", metadata: ["frames": "\(fragment.units.count)"])
            } catch {
                logger.error("frames in progress at a crash are lost", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Keeps a frame that a fragmenter has taken.
    ///
    /// - Parameters:
    ///   - opening: the fragment in progress, which the frame begins or continues.
    ///   - isWhole: whether no captured frame is missing before it in this fragment. If one is, nobody could tell afterwards, so that
    ///     the fragment is not kept. A part of it would replace the frames that a recorder may have of it, and may be fewer.
    func add(
        _ unit: AccessUnit, in opening: Fragmenter.Opening?, of epoch: EpochDescription, nominalInterval: Int64,
        isWhole: (Fragmenter.Opening) -> Bool
    ) {
        state.withLock { state in
            guard let opening, !state.slots.isEmpty else { return }
            if opening.firstTick == unit.tick {
                // In place of the fragment before the last.
                (state.current, state.isWhole) = ((state.current + 1) % state.slots.count, true)
                let head = UnfinishedFragment.Head(opening, of: epoch, nominalInterval: nominalInterval)
                write(UnfinishedFragment.record(of: head), &state, isNew: true)
                if opening.sequence == 1 { write(UnfinishedFragment.record(ofCount: 0), &state) }
            } else if !state.isWhole {
                return
            } else if !isWhole(opening) {
                return discard(&state)
            }
            write(UnfinishedFragment.record(of: unit), &state)
        }
    }

    /// Keeps how many frames the epoch had captured before the fragment in progress; without that it cannot be stored.
    func set(before: Int) {
        state.withLock { write(UnfinishedFragment.record(ofCount: before), &$0) }
    }

    /// Removes the files, after a regular end.
    func remove() {
        state.withLock { state in
            for slot in state.slots {
                try? slot.file.close()
                try? FileSystem.remove(slot.path)
            }
            (state.slots, state.isWhole) = ([], false)
        }
    }

    private func write(_ record: [UInt8], _ state: inout State, isNew: Bool = false) {
        guard state.isWhole else { return }
        var slot = state.slots[state.current]
        do {
            if isNew {
                try FileSystem.cut(slot.file, to: 0, slot.path)
                slot.size = 0
            }
            try FileSystem.write(record, to: slot.file, at: slot.size, slot.path)
            slot.size += record.count
        } catch {
            logger.debug("a fragment in progress is not kept for a crash", metadata: ["error": "\(error)"])
            return discard(&state)
        }
        state.slots[state.current] = slot
    }

    private func discard(_ state: inout State) {
        guard state.isWhole else { return }
        state.isWhole = false
        let slot = state.slots[state.current]
        try? FileSystem.cut(slot.file, to: 0, slot.path)
    }
}
