// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Wire

@testable import Recorder

/// A camera with stills that can be slow, unreachable, or unable to deliver one of them.
actor SimulatedStills: StillSource {
    nonisolated let camera: String
    private(set) var isAway = false
    /// The number of failures that are still to come, by still.
    private var breaks: [String: Int] = [:]
    private(set) var confirmed: [String] = []
    /// The highest number of concurrent transfers.
    private(set) var width = 0
    private(set) var attempts = 0
    private var underWay = 0
    /// The first transfers wait until so many run at once.
    private let gathering: Int

    /// The stills that the camera lists.
    private var listed: [Still] = []

    init(_ camera: String = "camera", listing listed: [Still] = [], gathering: Int = 0) {
        (self.camera, self.listed, self.gathering) = (camera, listed, gathering)
    }

    private let lost = SimulatedFailure()

    /// A still of the camera for the recorder `node`.
    static func still(_ number: Int, save: SavePreference = .both, name: String? = nil) -> Still {
        let id = "s\(10_000 + number)"
        return Still(
            id: id, job: "j", name: name ?? "\(id).jpg", camera: "camera", type: "image/jpeg", width: 1, height: 1,
            bytes: 2, sha256: "ef", askedAt: 0, shownAt: 0, tick: 0, epoch: 1, skew: 0, uncertainty: 0, clamped: false,
            source: .ring, save: save, recipients: ["node"])
    }

    func goAway(_ isAway: Bool) { self.isAway = isAway }

    func breakOff(_ still: Still, times: Int) { breaks[still.id] = times }

    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws {
        attempts += 1
        underWay += 1
        width = max(width, underWay)
        defer { underWay -= 1 }
        while width < gathering { await Task.yield() }
        for _ in 0..<10 { await Task.yield() }
        if isAway { throw lost }
        if let left = breaks[still.id], left > 0 {
            breaks[still.id] = left - 1
            throw lost
        }
        try await willWrite(2)
        try Data([0xFF, 0xD8]).write(to: URL(filePath: target.string))
        progress(2)
    }

    func confirm(_ still: Still) async throws {
        if isAway { throw lost }
        confirmed.append(still.id)
    }

    func list() async throws -> [Still] {
        if isAway { throw lost }
        return listed
    }

    func isThere() async -> Bool { !isAway }
}
