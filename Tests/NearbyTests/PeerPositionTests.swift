// SPDX-License-Identifier: Apache-2.0
import Foundation
import Nearby
import Testing
import Wire

@Suite("Where a tag is")
struct PeerPositionTests {
    private let camera = SyntheticCamera()

    @Test("is exact without noise, with its direction", arguments: [0.4, 1, 3])
    func exact(depth: Double) throws {
        var generator = SeededNoise(4)
        let place = SyntheticCamera.Place(centre: [0.2 * depth, -0.1 * depth, depth], turn: [0.4, -0.3, 1])
        let position = try #require(
            PeerPosition(camera.sighting(of: place, noise: 0, &generator), side: camera.side, lens: camera.lens))
        let distance = (place.centre * place.centre).sum().squareRoot()
        #expect(abs(position.distance / distance - 1) < 1e-6)
        #expect(abs(position.azimuth - atan2(0.2, 1) * 180 / .pi) < 1e-4)
        #expect(abs(position.elevation - asin(0.1 * depth / distance) * 180 / .pi) < 1e-4)
        #expect(abs((position.direction * position.direction).sum() - 1) < 1e-9)
    }

    @Test("tells an uncertainty that covers the truth, and is not twice too large")
    func uncertainty() throws {
        var generator = SeededNoise(5)
        var (ratios, angles): ([Double], [Double]) = ([], [])
        for _ in 0..<400 {
            let place = SyntheticCamera.Place.random(&generator)
            let sighting = camera.sighting(of: place, noise: 0.08, &generator)
            let position = try #require(PeerPosition(sighting, side: camera.side, lens: camera.lens))
            let distance = (place.centre * place.centre).sum().squareRoot()
            ratios.append(abs(position.distance - distance) / position.distanceUncertainty)
            let cosine = min(1, (position.direction * place.centre).sum() / distance)
            angles.append(acos(cosine) * 180 / .pi / position.directionUncertainty)
        }
        // A noise of 0.08 px is about what the told numbers are made for.
        for errors in [ratios.sorted(), angles.sorted()] { #expect((0.45...1.05).contains(errors[380])) }
    }

    @Test("grows more uncertain with the lens and the size")
    func lens() throws {
        var generator = SeededNoise(6)
        let place = SyntheticCamera.Place(centre: [0, 0, 2], turn: [0.2, 0.1, 0])
        let sighting = camera.sighting(of: place, noise: 0, &generator)
        var vague = camera.lens
        vague.uncertainty = 0.05
        let exact = try #require(PeerPosition(sighting, side: camera.side, lens: camera.lens))
        let guessed = try #require(PeerPosition(sighting, side: camera.side, lens: vague))
        let both = try #require(PeerPosition(sighting, side: camera.side, sideUncertainty: 0.05, lens: vague))
        #expect(exact.distanceUncertainty < 0.02)
        #expect(abs(guessed.distanceUncertainty - 0.1) < 0.01)
        #expect(abs(both.distanceUncertainty - 0.141) < 0.01)
    }

    @Test("is nowhere for corners that no tag has")
    func impossible() {
        let corners: [SIMD2<Double>] = [[100, 200], [200, 200], [110, 120], [100, 100]]
        #expect(PeerPosition(TagSighting(tag: 1, corners: corners), side: 0.1, lens: camera.lens) == nil)
        let line: [SIMD2<Double>] = [[100, 100], [200, 100], [300, 100], [400, 100]]
        #expect(PeerPosition(TagSighting(tag: 1, corners: line), side: 0.1, lens: camera.lens) == nil)
    }
}
