// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB
import Media

/// The representation of this module's values in the catalog's columns.
///
/// Non-optional reads are safe for columns that are STRICT and NOT NULL; enumerations and digests are checked.
extension Row {
    func digest(_ column: String) throws -> Digest {
        let blob: Data = self[column]
        guard let digest = Digest(bytes: blob) else {
            throw FootageError.catalog("column \(column) holds \(blob.count) bytes where a digest has 32")
        }
        return digest
    }

    func tick(_ column: String) -> Tick {
        Tick(rawValue: self[column])
    }

    func value<Value: RawRepresentable<String>>(_ column: String, _: Value.Type = Value.self) throws -> Value {
        let text: String = self[column]
        guard let value = Value(rawValue: text) else {
            throw FootageError.catalog("column \(column) holds the unknown value `\(text)`")
        }
        return value
    }

    /// A place in a recording, stored in three columns; nil if they are empty or missing in an earlier version.
    func edge(_ column: String) -> RecordingEdge? {
        guard let epoch: Int = self[column + "Epoch"], let sequence: Int = self[column + "Sequence"] else { return nil }
        return RecordingEdge(after: FragmentID(epoch: epoch, sequence: sequence), total: self[column + "Total"])
    }

    func bytes(_ column: String) -> [UInt8] {
        let blob: Data = self[column]
        return [UInt8](blob)
    }
}

extension Digest {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }
}

extension InitSegment {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }
}

extension Recording {
    init(row: Row) throws {
        let codec: String? = row["codec"]
        self.init(
            id: row["id"],
            camera: row["camera"],
            cameraName: row["cameraName"],
            transport: row["transport"],
            codec: codec.flatMap { Codec(rawValue: $0) },
            startedAt: row["startedAt"],
            stoppedAt: row["stoppedAt"],
            state: try row.value("state"),
            // Missing in an archive of an earlier version that is opened for reading.
            isLocked: row["isLocked"] ?? false
        )
        (begin, end, deletedFrames) = (row.edge("begin"), row.edge("end"), row["deletedFrames"] ?? 0)
        if let boot: String = row["stopBoot"], let monotonic: Int64 = row["stopMonotonic"] {
            var reached: FootagePosition?
            if let epoch: Int = row["reachedEpoch"], let tick: Int64 = row["reachedTick"] {
                reached = FootagePosition(epoch: epoch, tick: Tick(rawValue: tick))
            }
            stop = RecordingStop(reached: reached, boot: boot, monotonic: monotonic)
        }
    }
}

extension StoredSegment {
    /// Reads the columns of `CatalogDatabase.segmentColumns`.
    init(row: Row) throws {
        self.init(
            id: row["segmentID"],
            recording: row["recording"],
            epoch: row["epoch"],
            number: row["number"],
            part: row["part"],
            base: row.tick("base"),
            format: try row.digest("init"),
            path: row["path"],
            width: row["width"],
            height: row["height"],
            codec: try row.value("codec"),
            byteCount: row["segmentBytes"],
            isClosed: row["closed"]
        )
    }
}

extension StoredFragment {
    init(row: Row) throws {
        self.init(
            id: FragmentID(epoch: row["epoch"], sequence: row["sequence"]),
            recording: row["recording"],
            segment: try StoredSegment(row: row),
            offset: row["offset"],
            byteCount: row["bytes"],
            firstTick: row.tick("firstTick"),
            lastTick: row.tick("lastTick"),
            frames: row["frames"],
            isSync: row["isSync"],
            digest: try row.digest("sha256"),
            captured: row["captured"],
            total: row["total"],
            received: row["received"],
            source: try row.value("source"),
            persistedAt: row["persistedAt"]
        )
    }
}

extension Gap {
    init(row: Row) throws {
        self.init(
            id: row["id"],
            recording: row["recording"],
            epoch: row["epoch"],
            firstTick: row.tick("firstTick"),
            lastTick: row.tick("lastTick"),
            frames: row["frames"],
            reason: try row.value("reason")
        )
        if let first: Int = row["firstSequence"], let last: Int = row["lastSequence"], first <= last {
            sequences = first...last
        }
        (before, isUncounted, atMost) = (row["before"], row["isUncounted"] ?? false, row["atMost"])
    }
}
