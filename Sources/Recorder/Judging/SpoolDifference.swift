// SPDX-License-Identifier: Apache-2.0
import Wire

/// Consecutive fragments of a camera's spool that differ from the archive in one way.
struct SpoolDifference {
    /// How they differ.
    enum Kind {
        /// The archive has them, and their bytes are damaged or gone.
        case unreadable
        /// The archive does not have them.
        case absent
        /// The archive has other bytes.
        case changed
    }

    let kind: Kind
    let epoch: Int
    var sequences: ClosedRange<Int>
    var frames: Int

    /// A sentence for a person.
    var text: String {
        let isOne = sequences.count == 1
        let (verb, count) = (isOne ? "is" : "are", frames.counted("frame"))
        let name =
            isOne
            ? "fragment \(sequences.lowerBound) of epoch \(epoch) (\(count))"
            : "fragments \(sequences.lowerBound) to \(sequences.upperBound) of epoch \(epoch) (\(count))"
        return switch kind {
        case .unreadable: "\(name) \(verb) damaged or gone here, and whole in the camera's spool"
        case .absent: "\(name) \(verb) in the camera's spool and not in the archive"
        case .changed: "\(name) \(isOne ? "has another digest" : "have other digests") on the camera"
        }
    }
}

extension [SpoolDifference] {
    /// Adds a fragment to those before it, if it follows them and differs in the same way.
    mutating func add(_ kind: SpoolDifference.Kind, epoch: Int, sequence: Int, frames: Int) {
        if let last, last.kind == kind, last.epoch == epoch, last.sequences.upperBound + 1 == sequence {
            self[count - 1].sequences = last.sequences.lowerBound...sequence
            self[count - 1].frames += frames
        } else {
            append(SpoolDifference(kind: kind, epoch: epoch, sequences: sequence...sequence, frames: frames))
        }
    }
}
