// SPDX-License-Identifier: Apache-2.0
import Footage
import Logging
import Media
import Wire

/// Deletes the oldest footage that is not locked when the archive exceeds its limits.
///
/// Measures age in footage, not in time, so that a clock step deletes nothing.
struct Retention: Sendable {
    /// The time between two checks.
    private static let interval = Duration.seconds(10)

    let settings: RecorderSettings
    let archive: Archive
    let logger: Logger

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
        removed += try await store.trim(
            TrimPolicy(maximumBytes: settings.keepBytes, reserveBytes: settings.reserveBytes))
        guard !removed.isEmpty else { return }
        let bytes = removed.reduce(0) { $0 + $1.segment.byteCount }
        logger.info(
            "old footage deleted",
            metadata: ["files": "\(removed.count)", "bytes": "\(bytes)", "first": "\(removed[0].segment.path)"])
    }
}
