// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import GStreamer
import Media
import Tasks
import Viewing
import Wire

/// Takes one still: picks the frame nearest to the press from memory or from the footage, develops and stores it.
struct Shutter: Sendable {
    let sources: StillSources
    let developer: StillDeveloper
    let store: StillStore
    let description: NodeDescription
    let settings: CameraSettings
    let status: CaptureStatus
    let controls: CameraControls
    let events: EventFeed
    /// The footage for moments that have left the ring; nil without a spool.
    var footage: SpoolFrames?
    /// Decodes one frame of footage at a time, so that the video keeps enough CPU.
    private let decoding = Turns(limit: 1)

    /// How much later than the press a picture in memory may be while the footage has a nearer one, in nanoseconds.
    ///
    /// A frame of the footage went through the encoder, and takes longer.
    private static let tolerated: Int64 = 100_000_000

    /// How far from a press a picture may be if the camera captured nothing then, in nanoseconds.
    private static let stale = MomentRequest.tolerance

    /// How old a press is at least for which the footage is asked, in nanoseconds.
    private static let age: Int64 = 500_000_000

    /// How long a press waits for a camera that starts.
    private static let starting = Duration.seconds(5)

    /// The still to develop: its job, its number and the moment of its press.
    struct Order: Sendable {
        let job: String
        let number: Int
        /// When the button was pressed, on the monotonic clock in nanoseconds.
        let press: Int64
        /// How wrong that may be by the clock of who pressed, in nanoseconds.
        let uncertainty: Int64
        let request: StillRequest
        let values: ExposureValues
    }

    /// How long a new value of a control takes to show in the pictures, in nanoseconds.
    ///
    /// A sensor applies it two frames later, and the driver buffers up to four.
    var settling: Int64 {
        max(100_000_000, 6 * Tick(rawValue: status.capture.nominalInterval ?? 0).nanoseconds)
    }

    /// The picture for a press: the nearest one in the ring, or in the footage that of an earlier press, moment or frame.
    ///
    /// Throws a problem 404 for a moment of which there is none.
    ///
    /// - Parameter press: when the button was pressed, on the monotonic clock in nanoseconds.
    func expose(_ press: Int64, for request: StillRequest) async throws -> Exposure {
        if let moment = request.at { return try await exposure(at: moment, request.format) }
        // A press of this moment takes what is in memory: its frame is not in the footage yet.
        let isPast = request.count == 1 && monotonicNanoseconds() - press > Self.age
        let exposure = await nearest(to: press)
        guard let seen = request.seen else {
            guard let exposure else {
                // A branch for stills that is broken is told, and not replaced by something worse.
                guard sources.reason == nil else { throw noFrame }
                return Exposure(try await explained { try await $0.frame(press: press) })
            }
            let distance = abs(exposure.capturedAt - press)
            if isPast, exposure.clamped, distance > Self.tolerated {
                do {
                    let utc = status.capture.utcAtTickZero + press
                    return Exposure(try await explained { try await $0.frame(at: utc) })
                } catch  where distance <= request.tolerance ?? .max {
                    // Then the nearest one is an answer.
                }
            }
            let capture = status.capture
            // A picture from long before the press shows another moment: the newest one of a camera that hangs or is late.
            let isNear =
                distance <= Self.stale
                || capture.phase == .running && (exposure.capturedAt > press || !exposure.clamped)
            guard request.tolerance.map({ distance <= $0 }) ?? isNear else {
                guard exposure.capturedAt < press else { throw Problem.noPicture(within: distance) }
                guard capture.phase == .running else {
                    throw Problem.noPicture(since: capture.utcAtTickZero + exposure.capturedAt, of: capture)
                }
                throw status.lateness > Self.stale
                    ? Problem.noPicture(late: status.lateness) : Problem.noPicture(within: distance)
            }
            return try checked(exposure, request.format)
        }
        if let exposure = exposure?.compared(with: seen), !exposure.clamped {
            return try checked(exposure, request.format)
        }
        // Without the footage, which may be damaged, the nearest frame in memory is still an answer.
        if let frame = try? await footage?.frame(seen: seen) { return Exposure(frame) }
        guard let exposure else { throw noFrame }
        let distance = abs(exposure.capturedAt - Tick(rawValue: seen.tick).nanoseconds)
        guard distance <= request.tolerance ?? .max else { throw Problem.noPicture(within: distance) }
        return try checked(exposure.compared(with: seen), request.format)
    }

    /// What is found in the footage; throws the camera's reason if there is none because it has no picture any more.
    private func explained<Found>(_ find: (SpoolFrames) async throws -> Found) async throws -> Found {
        do {
            return try await find(spooled)
        } catch let problem as Problem {
            let capture = status.capture
            guard let missing = problem.missing, missing.reason == nil, missing.after == nil, capture.phase != .running
            else { throw problem }
            throw Problem.noPicture(since: missing.before, of: capture)
        }
    }

    /// The picture in memory that is nearest to a press; a camera that starts has none yet, so that the press waits for the first.
    private func nearest(to press: Int64) async -> Exposure? {
        let deadline = ContinuousClock.now + Self.starting
        while true {
            if let exposure = await sources.nearest(to: press) { return exposure }
            guard status.capture.phase == .starting, .now < deadline,
                (try? await Task.sleep(for: .milliseconds(20))) != nil
            else { return nil }
        }
    }

    /// Throws a problem 404 if there is no picture of a moment, in nanoseconds since 1970, UTC.
    func require(_ moment: Int64) async throws {
        if await exposureInMemory(at: moment) == nil { try await explained { try await $0.require(moment) } }
    }

    private func exposure(at moment: Int64, _ format: StillFormat) async throws -> Exposure {
        if let exposure = await exposureInMemory(at: moment) { return try checked(exposure, format) }
        return Exposure(try await explained { try await $0.frame(at: moment) })
    }

    /// The picture of a moment in the ring; nil if it has left it.
    private func exposureInMemory(at moment: Int64) async -> Exposure? {
        let press = moment.subtractingSaturating(status.capture.utcAtTickZero)
        return await sources.nearest(to: press).flatMap { $0.clamped ? nil : $0 }
    }

    /// The source of the next still, and what its ring holds.
    var sourceState: ShutterState {
        var shown = sources.state
        let capture = status.capture
        if shown.source == nil, sources.reason == nil, footage != nil, capture.phase == .running,
            capture.codec == Codec.h264.rawValue
        {
            (shown.source, shown.width, shown.height) = (.footage, capture.width, capture.height)
        }
        return shown
    }

    private var spooled: SpoolFrames {
        get throws(Problem) {
            guard let footage else { throw noFrame }
            return footage
        }
    }

    private var noFrame: Problem {
        .conflict(
            "the camera has no frame to take a still from: its pipeline \"\(status.capture.pipeline)\" has no "
                + "running `frames` sink, and gives no JPEG" + (sources.reason.map { " (\($0))" } ?? ""))
    }

    private func checked(_ exposure: Exposure, _ format: StillFormat) throws(Problem) -> Exposure {
        if case .photograph = exposure.picture, format != .jpeg {
            throw Problem.conflict(
                "this camera gives JPEG itself, and \(format.rawValue.uppercased()) of that would be larger "
                    + "and no better: ask for jpeg, or choose a pipeline with raw frames")
        }
        return exposure
    }

    /// Develops an exposure, stores the still and publishes it.
    func develop(_ exposure: Exposure, _ order: Order) async throws -> Still {
        let request = order.request
        let picture: [UInt8]
        switch exposure.picture {
        case .raw(let frame):
            picture = try await developer.develop(frame.picture, caps: frame.caps, as: request.format)
        case .photograph(let photograph): picture = photograph.bytes
        case .footage(let frame):
            try await decoding.take()
            defer { decoding.give() }
            picture = try await developer.develop(frame.group, as: request.format)
        }
        guard let size = PictureFile.size(of: picture) else {
            throw Problem(
                "still-failed", status: 500, title: "No still",
                detail: "what the still pipeline gave is neither JPEG nor PNG: check your own one, if you have any")
        }
        // A tick is coarser than a nanosecond: a request for exactly this frame has a skew of 0.
        let press = request.seen != nil && !exposure.clamped ? exposure.capturedAt : order.press
        let utcAtTickZero = exposure.footage?.utcAtTickZero ?? status.capture.utcAtTickZero
        let shownAt = utcAtTickZero + exposure.capturedAt
        // The footage of a press may be of an epoch with another clock.
        let askedAt =
            request.at ?? (request.seen == nil ? status.capture.utcAtTickZero : utcAtTickZero) + press
        let id = "\(order.job)-\(order.number.padded(to: 4))"
        let file = metadata(id, shownAt, size, order.values, exposure.footage).described(picture)
        let still = Still(
            id: id, job: order.job, name: "\(id).\(request.format.ending)", camera: description.id,
            type: request.format.type, width: size.width, height: size.height, bytes: file.count,
            sha256: Digest(of: file).hex, askedAt: askedAt, shownAt: shownAt,
            tick: exposure.tick, epoch: exposure.epoch, skew: shownAt - askedAt,
            uncertainty: order.uncertainty, clamped: exposure.clamped, source: exposure.source,
            save: request.save, recipients: request.recipients)
        do {
            try await store.keep(file, still)
        } catch {
            throw Problem(
                "still-not-kept", status: 507, title: "The still could not be stored",
                detail: "\(error) Then press again.")
        }
        events.publish(.still(still))
        return still
    }

    private func metadata(
        _ id: String, _ shownAt: Int64, _ size: (width: Int, height: Int), _ values: ExposureValues,
        _ footage: FootageFrame?
    ) -> ExposureMetadata {
        var values = values
        values.aperture = values.aperture ?? settings.aperture
        values.focalLength = values.focalLength ?? settings.focalLength
        if let gain = values.gain, let step = settings.isoPerGain, values.iso == nil {
            // A driver's numbers may have any size.
            values.iso = Int(min(max(Double(gain.value) * step, 0), Double(UInt32.max)).rounded())
        }
        let device =
            footage?.device
            ?? CaptureDevice(
                make: settings.make, model: settings.model ?? status.device, orientation: settings.orientation)
        return ExposureMetadata(
            shownAt: shownAt, utcOffset: ExposureMetadata.utcOffset(at: shownAt), make: device.make,
            model: device.model, camera: description.name,
            software: "Longshot \(description.version)", id: id, width: size.width, height: size.height,
            orientation: device.orientation, note: footage?.note, values: values)
    }
}
