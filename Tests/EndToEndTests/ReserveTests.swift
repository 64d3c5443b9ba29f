// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@Suite("A recorder that is to keep more free than its disk has", .timeLimit(.minutes(2)))
struct ReserveTests {
    @Test("deletes nothing for it, records, and says that it cannot be")
    func impossible() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera([])
        _ = try nodes.home.write("recorder:\n  reserve-bytes: 900PB\n", as: "recorder/longshot.yaml")
        let recorder = try await nodes.recorder(of: try await camera.address(), ["--continuous"])
        let address = try await recorder.address()
        try await eventually("it says so: \(recorder.output)") {
            try await nodes.ask(nodes.recorderHome, address, "/v1/state").contains("nothing is deleted for it")
        }
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 0 }
        withExtendedLifetime(camera) {}
    }
}
