// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// Where the stills of a moment come from.
protocol MomentSource: Sendable {
    /// The ids and names of all its cameras, as far as they may be known; a camera may not be among them.
    func cameras() async -> [(id: String, name: String)]

    /// Takes them; the moment of the request is one of this machine's monotonic clock.
    func take(_ request: MomentRequest) async throws -> MomentReport

    /// Begins a series; the moment of the request is one of this machine's monotonic clock.
    func begin(_ request: MomentRequest) async throws -> MomentSeries

    /// The progress of a series, with at most `limit` of its moments behind the one with the number `after`.
    func series(_ id: String, after: Int, limit: Int) async throws -> MomentSeries

    /// Cancels the remaining stills of a series on all cameras; throws a problem that names those that may go on.
    func cancel(_ id: String) async throws -> MomentSeries

    /// Fetches the still of a shot; returns its thumbnail, a JPEG, or nil if there is none for now.
    func fetch(_ shot: MomentShot, _ still: Still, to path: FilePath, replaces: Bool) async throws -> [UInt8]?
}
