// SPDX-License-Identifier: Apache-2.0
import Wire

/// The stills that a recorder knows: with their progress while they are on the way, by id alone as soon as their record is stored.
struct KnownStills: Sendable {
    /// What is kept in memory of a still with a record.
    struct Stored: Hashable, Sendable {
        /// The node id of its camera.
        let camera: String
        /// Whether a client deleted it, so that it is not fetched again.
        let isDeleted: Bool
        /// The ending of its file's name, with the dot, if the rest is the camera's id for the still; nil for another name.
        let ending: String?
    }

    /// The maximum number of failed stills of a camera; another one replaces the oldest, so that memory is bounded.
    static let mostFailed = 1_000

    /// The stills without a record, by id on this recorder.
    private(set) var open: [String: TransferProgress] = [:]
    /// For each camera, the ids of those that failed, in the order in which they did.
    private var failed: [String: [String]] = [:]
    private(set) var stored = IDIndex<Stored>()
    /// For each camera, the still that has a name in its folder, but for names that follow from a stored still.
    private var names: [String: [PeerFileName: String]] = [:]

    /// The id of a still on this recorder: stills that two cameras took in the same second may have the same id.
    ///
    /// Appends the first 8 letters of the camera's id, or all of them if another camera's still has that id.
    func id(of still: Still) -> String {
        let short = Self.id(of: still.id, camera: still.camera.prefix(8))
        guard let camera = open[short]?.peer ?? stored[short]?.camera, camera != still.camera else { return short }
        return Self.id(of: still.id, camera: still.camera[...])
    }

    private static func id(of still: String, camera: Substring) -> String { "\(still)-\(camera)" }

    /// Whether the file is here, or was until a client deleted it.
    func isStored(_ id: String) -> Bool { open[id]?.phase == .received || stored[id] != nil }

    /// Whether a still is unknown or has failed.
    func lacks(_ still: Still) -> Bool {
        let id = id(of: still)
        return stored[id] == nil && open[id].map { $0.phase == .failed } ?? true
    }

    /// The first ids after one, in order.
    ///
    /// - Parameter isShown: whether to include the stills of a camera.
    func ids(after id: String?, limit: Int, where isShown: (String) -> Bool) -> [String] {
        let onTheWay = open.values.filter { IDOrder.precedes(id ?? "", $0.id) && isShown($0.peer) }.map(\.id)
        let all = onTheWay + stored.ids(after: id, limit: limit) { isShown($0.camera) }
        return Array(all.sorted(by: IDOrder.precedes).prefix(limit))
    }

    /// Adds a still that waits to be fetched.
    mutating func expect(_ still: Still) {
        let id = id(of: still)
        forgetFailure(of: id)
        var waiting = TransferProgress(
            id: id, kind: .still, name: PeerFileName(still.name).text, peer: still.camera, total: still.bytes,
            sha256: still.sha256)
        (waiting.phase, waiting.shownAt) = (.accepted, still.shownAt)
        open[id] = waiting
    }

    /// Changes the progress of a still without a record; returns the new one.
    mutating func update(_ id: String, _ change: (inout TransferProgress) -> Void) -> TransferProgress? {
        guard var progress = open[id] else { return nil }
        let hadFailed = progress.phase == .failed
        change(&progress)
        open[id] = progress
        if progress.phase == .failed, !hadFailed { note(failed: id, of: progress.peer) }
        return progress
    }

    private mutating func forgetFailure(of id: String) {
        guard let still = open[id], still.phase == .failed else { return }
        failed[still.peer]?.removeAll { $0 == id }
    }

    private mutating func note(failed id: String, of camera: String) {
        failed[camera, default: []].append(id)
        guard let ids = failed[camera], ids.count > Self.mostFailed, let oldest = ids.first else { return }
        failed[camera]?.removeFirst()
        open[oldest] = nil
    }

    /// Notes that a still's record, which says this, is on the disk; a deleted one gives its name free.
    mutating func store(_ still: TransferProgress) {
        forgetFailure(of: still.id)
        open[still.id] = nil
        stored[still.id] = keepName(of: still)
    }

    /// The same for one of many records; `sort()` must follow.
    mutating func load(_ still: TransferProgress) {
        stored.append(still.id, keepName(of: still))
    }

    /// Puts loaded stills in order.
    mutating func sort() { stored.sort() }

    /// Reserves a name in a camera's folder for a still; returns false if another still has it.
    mutating func claim(_ name: PeerFileName, for id: String, of camera: String) -> Bool {
        if let owner = names[camera]?[name] ?? storedOwner(of: name, camera) { return owner == id }
        names[camera, default: [:]][name] = id
        return true
    }

    private mutating func keepName(of still: TransferProgress) -> Stored {
        let (name, isDeleted) = (PeerFileName(stored: still.name), still.phase == .cancelled)
        let ending = name.flatMap(ending).flatMap { ending in
            Self.ids(of: still.name.dropLast(ending.count), still.peer).contains(still.id) ? ending : nil
        }
        if let name { names[still.peer, default: [:]][name] = isDeleted || ending != nil ? nil : still.id }
        return Stored(camera: still.peer, isDeleted: isDeleted, ending: ending)
    }

    /// The stored still whose id this name follows from.
    private func storedOwner(of name: PeerFileName, _ camera: String) -> String? {
        guard let ending = ending(of: name) else { return nil }
        return Self.ids(of: name.text.dropLast(ending.count), camera).first {
            stored[$0] == Stored(camera: camera, isDeleted: false, ending: ending)
        }
    }

    /// The ids that a camera's still may have on this recorder.
    private static func ids(of still: Substring, _ camera: String) -> [String] {
        [camera.prefix(8), camera[...]].map { id(of: String(still), camera: $0) }
    }

    private func ending(of name: PeerFileName) -> String? {
        name.text.lastIndex(of: ".").map { String(name.text[$0...]) }
    }
}
