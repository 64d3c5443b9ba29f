// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Testing
import Wire

@testable import Viewing

@Suite("Pictures that are decoded in a process of their own", .timeLimit(.minutes(1)))
struct PictureProgramTests {
    private func outcome(of script: String, patience: Duration = .seconds(50)) async -> String {
        do {
            let job = PictureJob(
                pipeline: "thumbnail", caps: "image/jpeg", bytes: [UInt8](repeating: 7, count: 1 << 20))
            let picture = try await PictureProgram("/bin/sh", ["-c", script], patience: patience).run(job)
            return "\(picture.count) bytes"
        } catch {
            return (error as? Problem)?.detail ?? "\(error)"
        }
    }

    @Test("A job travels as it is; what is none is refused")
    func job() throws {
        let job = PictureJob(pipeline: "preview", caps: "video/x-h264", bytes: [1, 2, 3])
        let message = try job.message()
        #expect(try PictureJob(message) == job)
        for count in 0..<(message.count - 3) {
            #expect(throws: Problem.self) { try PictureJob(Array(message.prefix(count))) }
        }
        #expect(throws: Problem.self) { try PictureJob([0xFF, 0xFF, 0xFF, 0xFF] + message) }
    }

    @Test(
        "The process's answer is a picture or a reason; one that ends, or says too much, is a picture that cannot be decoded"
    )
    func answers() async {
        #expect(await outcome(of: #"cat > /dev/null; printf '\0JPEG'"#) == "4 bytes")
        #expect(await outcome(of: #"cat > /dev/null; printf '\001no \033[2J header'"#).hasSuffix("no  [2J header"))
        for script in ["exit 3", "kill -9 $$", "cat > /dev/null", "exec >&-; sleep 60", "printf '\\0'"] {
            #expect(await outcome(of: script).contains("its decoder ended"), "\(script)")
        }
        #expect(await outcome(of: "head -c 40000000 /dev/zero; sleep 60").contains("says too much"))
        #expect(await outcome(of: "sleep 60", patience: .seconds(1)).contains("within 1.0 seconds"))
        #expect(await outcome(of: #"[ -z "$LONGSHOT_SECRET" ] && cat > /dev/null; printf '\0ok'"#) == "2 bytes")
    }
}
