// SPDX-License-Identifier: Apache-2.0

/// One moment as several cameras saw it: the answer of `POST /v1/moments`.
package struct MomentReport: Codable, Sendable, Equatable {
    /// The moment by the recorder's clock: nanoseconds since 1970, UTC.
    @Within<Bounds.UTC, Int64> package var at: Int64
    /// The number of the moment in its series, from 1; nil for a single one.
    @WithinIfPresent<Bounds.Count, Int> package var number: Int?
    /// What each camera has of it, in the order of the request.
    package var shots: [MomentShot]
    /// How far the first and the last picture are apart, in nanoseconds; nil with fewer than two pictures.
    @WithinIfPresent<Bounds.Duration, Int64> package var spread: Int64?
    /// How wrong the spread may be, in nanoseconds.
    @WithinIfPresent<Bounds.Duration, Int64> package var spreadUncertainty: Int64?

    /// The report of a moment; the spread follows from the shots.
    package init(at: Int64, shots: [MomentShot]) {
        (self.at, self.shots) = (at, shots)
        let stills = shots.compactMap(\.still)
        guard let first = stills.min(by: { $0.skew < $1.skew }), let last = stills.max(by: { $0.skew < $1.skew }),
            stills.count > 1
        else { return }
        spread = last.skew - first.skew
        // Which pictures are the first and the last may be uncertain too, so that the two largest errors count.
        spreadUncertainty = stills.map(\.uncertainty).sorted(by: >).prefix(2).reduce(0, +)
    }
}
