// SPDX-License-Identifier: Apache-2.0
import Subprocess
import SystemPackage
import Testing
import Wire

@testable import Camera

@Suite("The program that looks at cameras", .timeLimit(.minutes(2)))
struct DeviceProgramTests {
    private func outcome(of script: String, input: [UInt8] = []) async -> String {
        let program = DeviceProgram { _ in Configuration(executable: .path("/bin/sh"), arguments: ["-c", script]) }
        do {
            return String(decoding: try await program.output(input: input, limit: 100), as: UTF8.self)
        } catch {
            return (error as? Problem)?.detail ?? "\(error)"
        }
    }

    @Test("reads what it is given; one that ends first is a failure of its own, and this process goes on")
    func input() async {
        let large = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(await outcome(of: "wc -c", input: large) == "1048576\n")
        #expect(await outcome(of: "echo 'longshot: no such thing' >&2; exit 66", input: large) == "no such thing")
        #expect(await outcome(of: "kill -9 $$", input: large).contains("signal 9"))
        #expect(await outcome(of: "exec <&-; sleep 0.2; echo list", input: large) == "list\n")
        for _ in 0..<50 {
            #expect(await outcome(of: "exit 3") == "the cameras cannot be looked at")
        }
    }
}
