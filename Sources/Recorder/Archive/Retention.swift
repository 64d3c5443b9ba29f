// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Logging
import Media
import Synchronization
import Wire

/// Deletes the oldest footage that is not locked when the archive exceeds its limits.
///
/// Measures age in footage, not in time, so that a clock step deletes nothing.
final class Retention: Sendable {
    /// The time between two checks.
    private static let interval = Duration.seconds(10)

    private let settings: RecorderSettings
    private let archive: Archive
    private let logger: Logger
    private let locked = Mutex(0)
    /// The size of the disk, if that is not larger than what is to stay free of it.
    private let smallDisk = Mutex<Int?>(nil)

    init(settings: RecorderSettings, archive: Archive, logger: Logger) {
        (self.settings, self.archive, self.logger) = (settings, archive, logger)
    }

    /// Why a limit cannot be kept, in words: locked recordings alone exceed it, or the disk is too small for it; nil otherwise.
    var trouble: String? {
        if let total = smallDisk.withLock({ $0 }), let reserve = settings.reserveBytes {
            return
                "recorder.reserve-bytes is \(ByteSize.text(reserve)), and the whole disk has \(ByteSize.text(total)): nothing is "
                + "deleted for it, because no deletion would leave so much. Lower it"
        }
        let bytes = locked.withLock { $0 }
        guard let limit = settings.keepBytes, bytes >= limit else { return nil }
        return
            "the locked recordings take \(ByteSize.text(bytes)), and recorder.keep-bytes is \(ByteSize.text(limit)): "
            + "other footage is deleted as soon as its file is full. Unlock some, or raise recorder.keep-bytes"
    }

    /// Whether there is any limit.
    private var isWanted: Bool {
        settings.keepBytes != nil || settings.keepSeconds != nil || settings.reserveBytes != nil
    }

    /// Checks the limits repeatedly until cancelled.
    func run() async {
        while isWanted, !Task.isCancelled {
            do {
                try await sweep()
            } catch {
                logger.error("old footage cannot be deleted", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func sweep() async throws {
        let store = archive.store
        var removed: [TrimmedSegment] = []
        if let seconds = settings.keepSeconds {
            for camera in Set(try await store.recordings().map(\.camera)) {
                let policy = TrimPolicy(camera: camera, sparedTicks: Int64(seconds) * Tick.perSecond)
                removed += try await store.trim(policy)
            }
        }
        let total = (try? DiskSpace(of: settings.archive))?.total ?? .max
        let isPossible = settings.reserveBytes.map { $0 < total } ?? true
        smallDisk.withLock { $0 = isPossible ? nil : total }
        removed += try await store.trim(
            TrimPolicy(maximumBytes: settings.keepBytes, reserveBytes: isPossible ? settings.reserveBytes : nil))
        try await measureLocked()
        guard !removed.isEmpty else { return }
        let bytes = removed.reduce(0) { $0 + $1.segment.byteCount }
        logger.info(
            "old footage deleted",
            metadata: ["files": "\(removed.count)", "bytes": "\(bytes)", "first": "\(removed[0].segment.path)"])
    }

    /// Adds up what locked recordings take, if their size is limited.
    private func measureLocked() async throws {
        guard settings.keepBytes != nil else { return }
        var bytes = 0
        for recording in try await archive.store.recordings() where recording.isLocked {
            bytes += try await archive.store.summary(recording: recording.id)?.byteCount ?? 0
        }
        locked.withLock { $0 = bytes }
    }
}
