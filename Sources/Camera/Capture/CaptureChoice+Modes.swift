// SPDX-License-Identifier: Apache-2.0
import Video4Linux
import Wire

extension CaptureChoice {
    /// The required encoding rate in multiples of the camera's rate, to leave time for other work.
    static let reserve = 1.3
    /// The minimum rate of smooth motion, in pictures per second.
    private static let smooth = 24.0
    /// The maximum rate to prefer, in pictures per second; users can choose more.
    private static let usual = 30.5

    /// Chooses the largest mode with smooth motion that this machine can encode in real time.
    ///
    /// At the same size, raw pictures come first, because they give the best stills, and the camera's own JPEG last, because its
    /// recordings are large.
    ///
    /// - Parameters:
    ///   - encoders: the usable pipelines for raw pictures, the best first.
    ///   - speed: measures how many pictures of a mode a pipeline encodes per second.
    init?(
        _ modes: [VideoMode], by way: CaptureWay, encoders: [String], speed: (VideoMode, String) async -> Double
    ) async {
        var refused: [String] = []
        // The measured speed of each encoder, in pixels per second.
        var reach: [String: Double] = [:]
        for mode in CaptureChoice.candidates(modes) {
            let name = "\(mode.width)x\(mode.height) at \(CaptureChoice.decimal(mode.rate)) a second"
            if let own = mode.coding.flatMap(way.own) {
                let why = "\(name) as the camera's own \(own.name), recorded as it comes"
                self.init(own.pipeline, [way.camera, "format.caps=\(mode.typedCaps)"], [why] + refused)
                return
            }
            guard mode.coding == .raw else { continue }
            let needed = mode.rate * CaptureChoice.reserve
            let pixels = Double(mode.width * mode.height)
            for encoder in encoders {
                // Skips modes that are far beyond the measured speed.
                guard pixels * needed < reach[encoder, default: .infinity] * 1.5 else {
                    refused.append("not \(name) with \(encoder)")
                    continue
                }
                let reached = await speed(mode, encoder)
                guard reached < needed else {
                    let why = "\(name), of which it encodes \(CaptureChoice.decimal(reached)) on this machine"
                    self.init(encoder, [way.camera, "format.caps=\(mode.typedCaps)"], [why] + refused)
                    return
                }
                // A failed measurement says nothing about smaller sizes.
                if reached > 0 { reach[encoder] = pixels * reached }
                refused.append("not \(name), of which \(encoder) encodes \(CaptureChoice.decimal(reached))")
            }
        }
        return nil
    }

    private init(_ pipeline: String, _ values: [String], _ reasons: [String]) {
        self.init(pipeline: pipeline, values: values, why: reasons.prefix(3).joined(separator: "; "))
    }

    /// The chosen one of a camera's modes.
    func mode(of modes: [VideoMode]) -> VideoMode? {
        CaptureChoice.candidates(modes).first { values.contains("format.caps=\($0.typedCaps)") }
    }

    /// One mode for each size and kind, with its best rate; the best mode first.
    static func candidates(_ modes: [VideoMode]) -> [VideoMode] {
        let usable = modes.filter { $0.coding != nil }
        let groups = Dictionary(grouping: usable) { [$0.width, $0.height, $0.coding?.rawValue ?? 0] }
        let best = groups.values.compactMap { group in
            let calm = group.filter { $0.rate <= usual }
            return calm.max { $0.rate < $1.rate } ?? group.min { $0.rate < $1.rate }
        }
        return best.sorted { one, other in
            let keys = [one, other].map {
                ($0.rate >= smooth ? 1 : 0, $0.width * $0.height, -($0.coding?.rawValue ?? 0))
            }
            return keys[0] > keys[1]
        }
    }

    private static func decimal(_ rate: Double) -> String {
        rate >= 100 || rate == rate.rounded() ? "\(Int(rate.rounded()))" : "\((rate * 10).rounded() / 10)"
    }
}
