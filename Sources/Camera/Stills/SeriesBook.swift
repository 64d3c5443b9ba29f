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
        /// The stills taken, and the number of the last; nil before the first.
        ///
        /// The camera itself may have deleted these stills, because a recorder has them.
        var taken: Int?
        var last: Int?
        /// Who asked for it, by the server's name for them; nil for the node's owner.
        var asker: String?
    }

    private let files: WholeFiles
    private let logger: Logger

    init(home: FilePath, logger: Logger) {
        files = WholeFiles(directory: home.appending("series"))
        self.logger = logger
    }

    /// The series that were not over when the camera stopped; logs and leaves files that are invalid.
    func entries() async -> [Entry] {
        let found: [(name: String, bytes: [UInt8])]
        do {
            found = try await files.all(ending: ".json") { [logger] name, error in
                logger.error("a series cannot be read", metadata: ["file": "\(name)", "error": "\(error)"])
            }
        } catch {
            logger.error("the series to go on with cannot be read", metadata: ["error": "\(error)"])
            return []
        }
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

    /// Stores a series before it returns, unless it is over by then; a failure is only logged.
    func keep(_ entry: Entry, unless isOver: @Sendable () -> Bool = { false }) async {
        await replace(entry.id) { _ in isOver() ? nil : entry }
    }

    /// Changes the entry of a series that is kept; a failure is only logged.
    func change(_ id: String, _ body: @Sendable (inout Entry) -> Void) async {
        await replace(id) { old in
            guard var entry = old else { return nil }
            body(&entry)
            return entry
        }
    }

    private func replace(_ id: String, _ body: @Sendable (Entry?) -> Entry?) async {
        do {
            try await files.replace("\(id).json") { bytes in
                let old = bytes.flatMap { try? JSON.decode(Entry.self, from: Data($0)) }
                return try body(old).map { Array(try JSON.encode($0)) }
            }
        } catch {
            logger.warning(
                "series not kept: it will not go on after a restart", metadata: ["job": "\(id)", "error": "\(error)"])
        }
    }

    /// Deletes a series that is over, durably; a failure is only logged.
    func forget(_ id: String) async {
        do {
            try await files.remove("\(id).json")
        } catch {
            logger.warning("series not forgotten", metadata: ["job": "\(id)", "error": "\(error)"])
        }
    }
}

extension WholeFiles {
    /// Writes what a function makes of a file's content, or nothing if that is nil.
    ///
    /// No other change of the folder comes between: a file that was removed is not written again.
    fileprivate func replace(_ name: String, _ body: @Sendable ([UInt8]?) throws -> [UInt8]?) throws {
        if let bytes = try body(try? read(name)) { try write(bytes, as: name) }
    }
}
