// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import longshot

@Suite("The gaps of an export in several files")
struct ExportGapsTests {
    @Test("are told once: one between two files for the file that ends with it")
    func once() {
        let gaps = (1...3).map { epoch in
            Gap(
                recording: "r", epoch: epoch, firstTick: Tick(rawValue: 0), lastTick: Tick(rawValue: 0), frames: 0,
                reason: .cameraRestarted)
        }
        let told = ExportCommand.toldOnce([[gaps[0], gaps[1]], [gaps[1]], [gaps[1], gaps[2]]])
        #expect(told == [[gaps[0], gaps[1]], [], [gaps[2]]])
    }
}
