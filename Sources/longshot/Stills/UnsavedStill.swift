// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Disk
import Pipelines
import Wire

/// A still that was taken, and could not be written on this machine.
struct UnsavedStill: Error, CustomStringConvertible {
    let still: Still
    let reason: any Error
    /// Where its stills are stored.
    let save: SavePreference
    /// The options that select the camera, with a space before each.
    let camera: String
    /// The series to which it belongs, as it was cancelled; nil for a single still, and if the camera could not be asked.
    private var cancelled: StillJob?

    /// Nil if the reason is not on this machine.
    init?(_ still: Still, _ reason: any Error, save: SavePreference, camera: String) {
        switch reason {
        case is DiskError, ControlClientError.file: break
        case let problem as Problem where problem.status == 409: break
        default: return nil
        }
        (self.still, self.reason, self.save, self.camera) = (still, reason, save, camera)
    }

    /// Cancels the series to which the still belongs: each of the next ones would fail in the same way.
    func cancelling(_ job: StillJob, on client: ControlClient) async -> UnsavedStill {
        var ended = self
        if job.count > 1 { ended.cancelled = try? await client.cancelStills(job: job.id) }
        return ended
    }

    var description: String {
        let sentence = Terminal.words(for: reason).sentence
        if let cancelled {
            let place = save == .recorder ? "goes to the recorder" : "is on the camera: `longshot stills list\(camera)`"
            return
                "\(sentence) The series was cancelled after \(cancelled.taken) of \(cancelled.count.counted("still")); what was taken "
                + place
        }
        guard save != .recorder else { return "\(sentence) The still was taken, and goes to the recorder" }
        return
            "\(sentence) The still was taken, and is on the camera: `longshot stills fetch \(still.id)\(camera)` fetches it"
    }
}
