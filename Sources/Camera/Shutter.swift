// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Wire

/// Takes one still: the frame nearest to the press, developed, described and kept.
struct Shutter: Sendable {
    let ring: MomentRing<RawFrame>
    let photographs: MomentRing<Photograph>
    let developer: StillDeveloper
    let store: StillStore
    let description: NodeDescription
    let status: CaptureStatus
    let events: EventFeed

    /// Takes the still of a moment.
    ///
    /// - Parameters:
    ///   - press: when the button was pressed, on the monotonic clock in nanoseconds.
    ///   - uncertainty: how wrong that may be, in nanoseconds.
    func take(press: Int64, uncertainty: Int64, job: String, number: Int, for request: StillRequest) async throws
        -> Still
    {
        let shot = try await expose(press)
        let clock = status.capture
        let shownAt = clock.utcAtTickZero + shot.capturedAt
        let id = "\(job)-\(String(String(10_000 + number).dropFirst()))"
        let metadata = ExposureMetadata(
            shownAt: shownAt, camera: description.name, software: "Longshot \(description.version)", id: id,
            width: shot.width, height: shot.height)
        let picture = metadata.inserted(into: shot.jpeg)
        let still = Still(
            id: id, job: job, name: "\(id).jpg", camera: description.id, type: "image/jpeg", width: shot.width,
            height: shot.height, bytes: picture.count, sha256: Digest(of: picture).hex,
            askedAt: clock.utcAtTickZero + press, shownAt: shownAt,
            tick: Tick(nanoseconds: shot.capturedAt).rawValue, epoch: shot.epoch, skew: shot.capturedAt - press,
            uncertainty: uncertainty, clamped: shot.clamped, source: shot.source, save: request.save,
            recipients: request.recipients)
        do {
            try await store.keep(picture, still)
        } catch {
            throw Problem(
                "still-not-kept", status: 507, title: "The still could not be stored",
                detail: "\(error). Free some space on the camera and press again.")
        }
        events.publish(.still(still))
        return still
    }

    private struct Exposure {
        let jpeg: [UInt8]
        let width: Int
        let height: Int
        let capturedAt: Int64
        let epoch: Int
        let source: Still.Source
        let clamped: Bool
    }

    private func expose(_ press: Int64) async throws -> Exposure {
        if let pick = await ring.nearest(to: press) {
            let frame = pick.picture
            return Exposure(
                jpeg: try await developer.develop(frame), width: frame.width, height: frame.height,
                capturedAt: frame.capturedAt, epoch: frame.epoch, source: .ring, clamped: pick.clamped)
        }
        if let pick = await photographs.nearest(to: press) {
            let photograph = pick.picture
            return Exposure(
                jpeg: photograph.bytes, width: photograph.width, height: photograph.height,
                capturedAt: photograph.capturedAt, epoch: photograph.epoch, source: .hardwareJPEG,
                clamped: pick.clamped)
        }
        throw Problem.conflict(
            "the camera has no frame to take a still from: its pipeline \"\(status.capture.pipeline)\" has no "
                + "running `frames` sink, and gives no JPEG")
    }
}
