// SPDX-License-Identifier: Apache-2.0
import CameraClient
import ControlClient
import Footage
import Recorder
import SystemPackage
import Wire

extension VerifyCommand {
    /// What to do about the damaged files of a recording.
    static func advice(_ verdict: RecordingVerdict, _ home: String?) -> String {
        let isDamaged = !verdict.damaged.isEmpty || !verdict.damagedHeads.isEmpty
        let what = isDamaged ? "to fetch again what the camera still has" : "to move these bytes to recovered/"
        return "\(what): longshot verify \(verdict.recording.id) --repair\(NodeHome.addition(home))"
    }

    /// Restores the damaged files of a recording with what its camera still has; returns whether any file was restored.
    ///
    /// Reports the results on standard error.
    func repair(_ verdict: RecordingVerdict, _ store: FootageStore, home: FilePath) async throws -> Bool {
        guard verdict.mayBeRepaired else { return false }
        let needsCamera = !verdict.damaged.isEmpty
        guard !needsCamera || verdict.notAsked == nil else {
            // The verdict says why.
            Terminal.complain(
                "not repaired: \(ShownName(verdict.recording.cameraName)) could not be asked; repeat the command when it answers"
            )
            return false
        }
        let repair =
            needsCamera
            ? try await verdict.withCamera(home: home) { try await store.repair(verdict, asking: $0) }
            : try await store.repair(verdict, asking: nil)
        for file in repair.restored {
            Terminal.complain("repaired: \(file.words)")
        }
        for reason in repair.left { Terminal.complain("not repaired: \(reason)") }
        return !repair.restored.isEmpty
    }
}

extension RecordingVerdict {
    /// Whether files are damaged or too long, which a repair can restore if the camera still has the footage.
    var mayBeRepaired: Bool { !damaged.isEmpty || !damagedHeads.isEmpty || !surplus.isEmpty }
}

extension FootageRepair.Restored {
    /// The file, and what happened to it.
    var words: String {
        let fetched = fragments > 0 ? ", with \(fragments.counted("fragment")) from the camera" : ""
        return path + fetched + (hadSurplus ? "; the bytes behind its last fragment are in recovered/" : "")
    }
}
