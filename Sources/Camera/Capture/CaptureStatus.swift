// SPDX-License-Identifier: Apache-2.0
import Pipelines
import Synchronization
import Tasks
import Viewing
import Wire

/// The state of the capture; publishes its changes.
final class CaptureStatus: Sendable {
    private let state: Mutex<(capture: CaptureState, counters: FrameCounters)>
    private struct Optics {
        var device: String?
        var exposure = ExposureValues()
        /// Since when the exposure has these values, on the monotonic clock in nanoseconds.
        var since: Int64 = .max
    }

    private let optics = Mutex(Optics())
    private let newestLateness = Atomic<Int64>(0)
    private let events: EventFeed

    init(pipeline: String, events: EventFeed) {
        state = Mutex((CaptureState(pipeline: pipeline), FrameCounters()))
        self.events = events
    }

    var capture: CaptureState { state.withLock { $0.capture } }
    /// Frames since the node started.
    var counters: FrameCounters { state.withLock { $0.counters } }

    /// The camera's own name; nil if it has none.
    var device: String? { optics.withLock { $0.device } }

    /// The exposure of a picture, as far as the camera reports it.
    ///
    /// The present values say nothing about a frame of the footage from before they were read, or of another epoch.
    func values(of exposure: Exposure) -> ExposureValues {
        let epoch = capture.epoch
        return optics.withLock { optics in
            let isKnown =
                exposure.footage == nil || exposure.epoch == epoch && exposure.capturedAt >= optics.since
            return isKnown ? optics.exposure : ExposureValues()
        }
    }

    /// How long after its capture the newest picture came from the encoder, in nanoseconds.
    var lateness: Int64 { newestLateness.load(ordering: .relaxed) }

    /// Notes a picture from the encoder.
    ///
    /// - Parameter moment: when it was captured, on the monotonic clock in nanoseconds.
    func encoded(_ moment: Int64) {
        newestLateness.store(monotonicNanoseconds() - moment, ordering: .relaxed)
    }

    /// Notes the camera of a new capture, and resets the exposure and the lateness.
    func begin(device: String?) {
        newestLateness.store(0, ordering: .relaxed)
        optics.withLock { $0 = Optics(device: device) }
    }

    /// Sets the exposure that the camera reports.
    func expose(_ values: ExposureValues) {
        optics.withLock { optics in
            if optics.since == .max || optics.exposure != values { optics.since = monotonicNanoseconds() }
            optics.exposure = values
        }
    }

    /// Changes the state and publishes it.
    func change(_ body: (inout CaptureState) -> Void) {
        let changed = state.withLock { state in
            body(&state.capture)
            // Error texts of elements may contain addresses with passwords.
            state.capture.reason = state.capture.reason.map(PipelineSecrets.hiding)
            return state.capture
        }
        events.publish(.capture(changed))
    }

    /// Sets the fragment in progress, without an event.
    func open(sequence: Int) {
        state.withLock { $0.capture.openSequence = sequence }
    }

    /// Forgets from which pipeline the camera has returned, without an event.
    func forgetReturn() {
        state.withLock { $0.capture.returnedFrom = nil }
    }

    /// Sets the clock of a camera on the network, without an event.
    func compare(_ clock: SourceClock?) {
        state.withLock { $0.capture.sourceClock = clock }
    }

    func count(_ body: (inout FrameCounters) -> Void) {
        state.withLock { body(&$0.counters) }
    }
}
