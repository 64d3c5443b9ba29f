// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// Where the stills of a moment come from.
protocol MomentSource: Sendable {
    /// The names of all its cameras, as far as they may be known.
    func cameraNames() async -> [String]

    /// Takes them; the moment of the request is one of this machine's monotonic clock.
    func take(_ request: MomentRequest) async throws -> MomentReport

    /// Fetches the still of a shot; returns its thumbnail, a JPEG.
    func fetch(_ shot: MomentShot, _ still: Still, to path: FilePath, replaces: Bool) async throws -> [UInt8]
}
