// SPDX-License-Identifier: Apache-2.0
import Nearby
import Testing
import Wire

@Suite("Finding a lens")
struct LensCalibrationTests {
    private let camera = SyntheticCamera()

    @Test("finds the lens from a tag that is moved and tilted")
    func moved() throws {
        var generator = SeededNoise(1)
        let views = (0..<30).map { _ in
            LensCalibration.View(camera.sighting(of: .random(&generator), noise: 0.05, &generator))
        }
        let found = try LensCalibration(views, side: camera.side, width: 1280, height: 720)
        #expect(abs(found.lens.focalLength.x / camera.lens.focalLength.x - 1) < 0.004)
        #expect(abs(found.lens.focalLength.x / camera.lens.focalLength.x - 1) < 2 * found.lens.uncertainty)
        #expect(abs(found.lens.centre.x - camera.lens.centre.x) < found.lens.centreUncertainty + 1)
        #expect(abs(found.lens.distortion.x - camera.lens.distortion.x) < 0.03)
        #expect(found.error < 0.2)
    }

    @Test("finds the focal length from a tag at a measured distance")
    func measured() throws {
        var generator = SeededNoise(2)
        let place = SyntheticCamera.Place(centre: [0.02, -0.01, 1], turn: [0.05, 0.02, 0])
        let view = LensCalibration.View(camera.sighting(of: place, noise: 0.05, &generator), distance: 1)
        let found = try LensCalibration(
            Array(repeating: view, count: 10), side: camera.side, width: 1280, height: 720)
        #expect(abs(found.lens.focalLength.x / camera.lens.focalLength.x - 1) < 0.01)
    }

    @Test("refuses pictures that say too little, and says what to do")
    func tooAlike() {
        var generator = SeededNoise(3)
        let flat = (0..<12).map { index in
            let place = SyntheticCamera.Place(centre: [0.01 * Double(index), 0, 2], turn: [0, 0, 0.1 * Double(index)])
            return LensCalibration.View(camera.sighting(of: place, noise: 0.05, &generator))
        }
        let failure = #expect(throws: LensCalibrationError.self) {
            try LensCalibration(flat, side: camera.side, width: 1280, height: 720)
        }
        #expect(failure?.description.contains("tilt the tag") == true)
        #expect(throws: LensCalibrationError.tooFew(3)) {
            try LensCalibration(Array(flat.prefix(3)), side: camera.side, width: 1280, height: 720)
        }
    }
}
