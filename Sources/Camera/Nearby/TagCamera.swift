// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Nearby
import Synchronization
import Tasks
import Viewing
import Wire

/// Measures where peers are by the tags in the camera's pictures.
final class TagCamera: RangingInstrument {
    /// How long the lens's report is used, in nanoseconds: reading it opens the device.
    private static let lensAge: Int64 = 3_000_000_000

    private let sources: StillSources
    private let developer: StillDeveloper
    private let lenses: LensBook
    private let search = TagSearch()
    private let lens = Mutex<(report: LensReport, at: Int64)?>(nil)

    init(sources: StillSources, developer: StillDeveloper, lenses: LensBook) {
        (self.sources, self.developer, self.lenses) = (sources, developer, lenses)
    }

    func observe(_ peers: [RangedPeer]) async -> RangingObservation {
        let exposure = await sources.nearest(to: monotonicNanoseconds())
        // Waiting for the next picture costs nothing; decoding and searching it do.
        let begin = monotonicNanoseconds()
        var observation = await observe(peers, in: exposure)
        observation.duration = monotonicNanoseconds() - begin
        return observation
    }

    private func observe(_ peers: [RangedPeer], in exposure: Exposure?) async -> RangingObservation {
        guard let exposure else {
            return RangingObservation(
                reason: "there is no picture: the capture does not run, or its pipeline has no raw frames")
        }
        let (picture, caps): (Buffer, Caps)
        switch exposure.picture {
        case .raw(let frame): (picture, caps) = (frame.picture, frame.caps)
        case .photograph(let photograph):
            do {
                (picture, caps) = try await developer.luminance(of: photograph.bytes, type: "image/jpeg")
            } catch {
                return RangingObservation(reason: "the camera's picture cannot be decoded")
            }
        case .footage: return RangingObservation(reason: "there is no picture")
        }
        let result = await search.look(
            at: picture, caps, capturedAt: exposure.capturedAt, for: Set(peers.map(\.tag)))
        guard let result else {
            return RangingObservation(reason: "the camera's pictures have no luminance of eight bits")
        }
        let report = await report(width: result.width, height: result.height)
        var observation = RangingObservation(capturedAt: exposure.capturedAt, lens: report)
        let size = SIMD2(Double(result.width), Double(result.height))
        for peer in peers {
            let tags = result.sightings.filter { $0.tag == peer.tag }
            guard let tag = tags.first else { continue }
            guard tags.count == 1 else {
                observation.found[peer.tag] = RangingObservation.Found(
                    reason: "\(tags.count) tags with the number \(peer.tag) are in the picture: cover all but one")
                continue
            }
            let position = report.lens.flatMap {
                PeerPosition(tag, side: peer.size, sideUncertainty: peer.sizeUncertainty, lens: $0)
            }
            observation.found[peer.tag] = RangingObservation.Found(
                position: position, corners: tag.corners.map { ($0 + 0.5) / size },
                reason: position == nil ? "the tag is not flat, or is a reflection" : nil)
        }
        return observation
    }

    func rest() async {
        lens.withLock { $0 = nil }
        await search.rest()
    }

    private func report(width: Int, height: Int) async -> LensReport {
        let now = monotonicNanoseconds()
        let kept = lens.withLock { $0 }
        if let kept, now - kept.at < Self.lensAge, kept.report.lens?.width == width, kept.report.lens?.height == height
        {
            return kept.report
        }
        let report = await lenses.report(width: width, height: height)
        lens.withLock { $0 = (report, now) }
        return report
    }
}
