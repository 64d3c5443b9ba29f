// SPDX-License-Identifier: Apache-2.0
import Pipelines
import Synchronization
import Wire

/// What the capture is doing, for whoever asks and whoever listens.
final class CaptureStatus: Sendable {
    private let state: Mutex<(capture: CaptureState, counters: FrameCounters)>
    private let optics = Mutex<(device: String?, exposure: ExposureValues)>((nil, ExposureValues()))
    private let events: EventFeed

    init(pipeline: String, events: EventFeed) {
        state = Mutex((CaptureState(pipeline: pipeline), FrameCounters()))
        self.events = events
    }

    /// The capture as it is now.
    var capture: CaptureState { state.withLock { $0.capture } }
    /// Frames since the node started.
    var counters: FrameCounters { state.withLock { $0.counters } }

    /// What the camera calls itself; nil when it does not.
    var device: String? { optics.withLock { $0.device } }
    /// How pictures are exposed now, as far as the camera tells.
    var exposure: ExposureValues { optics.withLock { $0.exposure } }

    /// Another epoch begins, with this camera.
    func begin(device: String?) {
        optics.withLock { $0 = (device, ExposureValues()) }
    }

    /// The camera tells how pictures are exposed from now on.
    func expose(_ values: ExposureValues) {
        optics.withLock { $0.exposure = values }
    }

    /// Changes the state and tells everyone.
    func change(_ body: (inout CaptureState) -> Void) {
        let changed = state.withLock { state in
            body(&state.capture)
            // Elements name addresses in their errors, with the password in them.
            state.capture.reason = state.capture.reason.map(PipelineSecrets.hiding)
            return state.capture
        }
        events.publish(.capture(changed))
    }

    /// Notes which fragment is in progress; nobody needs an event for that.
    func open(sequence: Int) {
        state.withLock { $0.capture.openSequence = sequence }
    }

    /// Counts frames.
    func count(_ body: (inout FrameCounters) -> Void) {
        state.withLock { body(&$0.counters) }
    }
}
