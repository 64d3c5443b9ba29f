// SPDX-License-Identifier: Apache-2.0
import Footage
import Media

extension OpenRecording.Unannounced {
    /// Whether no frame is missing between two.
    func isNext(_ tick: Tick, after previous: Tick) -> Bool { 2 * (tick - previous) <= 3 * nominalInterval }

    /// The frames behind a place of the same epoch, from the fragment that follows it; nil if none follows directly.
    ///
    /// The camera may have cut its fragments earlier than these frames would be cut. Where an announced fragment ends, the next one
    /// begins.
    func following(_ place: EpochChain.Place) -> Self? {
        guard place.epoch == id.epoch, place.sequence >= id.sequence, place.sequence != RecordingEdge.endOfEpoch,
            let tick = place.tick
        else { return self }
        let rest = units.drop { $0.tick.rawValue <= tick }
        guard let first = rest.first, first.isSync, isNext(first.tick, after: Tick(rawValue: tick)) else { return nil }
        return Self(
            id: FragmentID(epoch: place.epoch, sequence: place.sequence + 1), before: place.total, segment: segment,
            units: Array(rest), format: format, nominalInterval: nominalInterval)
    }
}
