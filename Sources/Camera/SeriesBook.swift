// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Logging
import SystemPackage
import Wire

/// The series that resume after a restart of the camera: a file each in `series/` of its home, until the series is over.
struct SeriesBook: Sendable {
    struct Entry: Codable, Sendable, Equatable {
        /// Its job's id.
        let id: String
        let request: StillRequest
        /// When its first still is due, in nanoseconds since 1970, because only that clock survives a reboot.
        let start: Int64
    }

    private let files: WholeFiles
    private let logger: Logger

    init(home: FilePath, logger: Logger) {
        files = WholeFiles(directory: home.appending("series"))
        self.logger = logger
    }

    /// The series that were not over when the camera stopped; logs and leaves files that are invalid.
    func entries() async -> [Entry] {
        let found = (try? await files.all(ending: ".json")) ?? []
        return found.compactMap { name, bytes in
            let entry = try? JSON.decode(Entry.self, from: Data(bytes))
            guard let entry, name == "\(entry.id).json", entry.request.resumes,
                (try? entry.request.validate(arrival: 0, now: 0)) != nil, (0...Int64.max / 2).contains(entry.start)
            else {
                logger.warning("series not understood, and left alone", metadata: ["file": "\(name)"])
                return nil
            }
            return entry
        }
    }

    /// Stores a series before it returns; a failure is only logged.
    func keep(_ entry: Entry) async {
        do {
            try await files.write(Array(try JSON.encode(entry)), as: "\(entry.id).json")
        } catch {
            logger.warning(
                "series not kept: it will not go on after a restart",
                metadata: ["job": "\(entry.id)", "error": "\(error)"])
        }
    }

    /// Deletes a series that is over.
    func forget(_ id: String) async {
        do {
            try await files.remove("\(id).json")
        } catch {
            logger.warning("series not forgotten", metadata: ["job": "\(id)", "error": "\(error)"])
        }
    }
}
