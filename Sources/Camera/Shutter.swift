// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GStreamer
import Media
import Viewing
import Wire

/// Takes one still: picks the frame nearest to the press, develops and stores it.
struct Shutter: Sendable {
    let sources: StillSources
    let developer: StillDeveloper
    let store: StillStore
    let description: NodeDescription
    let settings: CameraSettings
    let status: CaptureStatus
    let controls: CameraControls
    let events: EventFeed

    /// The still to develop: its job, its number and the moment of its press.
    struct Order: Sendable {
        let job: String
        let number: Int
        /// When the button was pressed, on the monotonic clock in nanoseconds.
        let press: Int64
        let request: StillRequest
        let values: ExposureValues
    }

    /// How long a new value of a control takes to show in the pictures, in nanoseconds.
    ///
    /// A sensor applies it two frames later, and the driver buffers up to four.
    var settling: Int64 {
        max(100_000_000, 6 * Tick(rawValue: status.capture.nominalInterval ?? 0).nanoseconds)
    }

    /// The picture nearest to a press.
    ///
    /// - Parameter press: when the button was pressed, on the monotonic clock in nanoseconds.
    func expose(_ press: Int64, for request: StillRequest) async throws -> Exposure {
        guard let exposure = await sources.nearest(to: press) else {
            throw Problem.conflict(
                "the camera has no frame to take a still from: its pipeline \"\(status.capture.pipeline)\" has no "
                    + "running `frames` sink, and gives no JPEG" + (sources.reason.map { " (\($0))" } ?? ""))
        }
        if case .photograph = exposure.picture, request.format != .jpeg {
            throw Problem.conflict(
                "this camera gives JPEG itself, and \(request.format.rawValue.uppercased()) of that would be larger "
                    + "and no better: ask for jpeg, or choose a pipeline with raw frames")
        }
        return request.seen.map(exposure.compared) ?? exposure
    }

    /// Develops an exposure, stores the still and publishes it.
    func develop(_ exposure: Exposure, _ order: Order) async throws -> Still {
        let request = order.request
        let picture: [UInt8] =
            switch exposure.picture {
            case .raw(let frame): try await developer.develop(frame.picture, caps: frame.caps, as: request.format)
            case .photograph(let photograph): photograph.bytes
            }
        guard let size = PictureFile.size(of: picture) else {
            throw Problem(
                "still-failed", status: 500, title: "No still",
                detail: "what the still pipeline gave is neither JPEG nor PNG: check your own one, if you have any")
        }
        // A tick is coarser than a nanosecond: a request for exactly this frame has a skew of 0.
        let press = request.seen != nil && !exposure.clamped ? exposure.capturedAt : order.press
        let clock = status.capture
        let shownAt = clock.utcAtTickZero + exposure.capturedAt
        let id = "\(order.job)-\(order.number.padded(to: 4))"
        let file = metadata(id, shownAt, size, order.values).described(picture)
        let still = Still(
            id: id, job: order.job, name: "\(id).\(request.format.ending)", camera: description.id,
            type: request.format.type, width: size.width, height: size.height, bytes: file.count,
            sha256: Digest(of: file).hex, askedAt: clock.utcAtTickZero + press, shownAt: shownAt,
            tick: exposure.tick, epoch: exposure.epoch, skew: exposure.capturedAt - press,
            uncertainty: request.pressUncertainty ?? 0, clamped: exposure.clamped, source: exposure.source,
            save: request.save, recipients: request.recipients)
        do {
            try await store.keep(file, still)
        } catch {
            throw Problem(
                "still-not-kept", status: 507, title: "The still could not be stored",
                detail: "\(error). Free some space on the camera and press again.")
        }
        events.publish(.still(still))
        return still
    }

    private func metadata(
        _ id: String, _ shownAt: Int64, _ size: (width: Int, height: Int), _ values: ExposureValues
    ) -> ExposureMetadata {
        let moment = Date(timeIntervalSince1970: Double(shownAt) / 1e9)
        var values = values
        values.aperture = values.aperture ?? settings.aperture
        values.focalLength = values.focalLength ?? settings.focalLength
        if let gain = values.gain, let step = settings.isoPerGain, values.iso == nil {
            // A driver's numbers may have any size.
            values.iso = Int(min(max(Double(gain.value) * step, 0), Double(UInt32.max)).rounded())
        }
        return ExposureMetadata(
            shownAt: shownAt, utcOffset: TimeZone.current.secondsFromGMT(for: moment), make: settings.make,
            model: settings.model ?? status.device, camera: description.name,
            software: "Longshot \(description.version)", id: id, width: size.width, height: size.height,
            orientation: settings.orientation, values: values)
    }
}
