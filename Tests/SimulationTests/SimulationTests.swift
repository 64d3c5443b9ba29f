// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Runs of a simulated camera and a simulated recorder, each in a process of the program `Simulator`.
@Suite("Whatever goes wrong, each frame is archived or lies in a gap")
struct SimulationTests {
    /// Some seeds, and some that failed once.
    ///
    /// `scripts/simulate` plays any others, and `scripts/test` 2,000 of them.
    @Test(
        "The account is right", .timeLimit(.minutes(10)),
        arguments: [
            1...20, 21...40, 60...60, 105...105, 168...168, 864...864, 1319...1319, 4_003_725...4_003_725,
            4_004_049...4_004_049, 4_044_291...4_044_291, 4_053_155...4_053_155,
        ])
    func seeds(_ seeds: ClosedRange<UInt64>) async throws {
        let outcome = try await play(from: seeds.lowerBound, count: UInt64(seeds.count))
        #expect(outcome.isRight, "\(outcome.text)")
    }

    private func play(from first: UInt64, count: UInt64) async throws -> (text: String, isRight: Bool) {
        let process = Process()
        let program: URL = try #require(Self.program)
        process.executableURL = program
        process.arguments = ["\(first)", "\(count)"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        return try await withCheckedThrowingContinuation { continuation in
            // In its own thread, because reading blocks.
            Thread.detachNewThread {
                do {
                    try process.run()
                    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                    process.waitUntilExit()
                    continuation.resume(returning: (text, process.terminationStatus == 0))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// The program is in the build folder of the tests.
    private static var program: URL? {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return [Bundle.main.executableURL?.deletingLastPathComponent(), root.appendingPathComponent(".build/debug")]
            .compactMap { $0?.appendingPathComponent("Simulator") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
