// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import SystemPackage
import Wire

extension Problem {
    /// A file of a recording is gone or damaged, so that the recording cannot be exported.
    static func unreadable(_ id: String, _ error: any Error, home: FilePath) -> Problem {
        let what =
            switch error {
            case FootageError.damaged(let path, let offset, let reason):
                "\(path) is damaged at byte \(offset) (\(reason))"
            case MediaError.malformed(let reason): "\(id) is damaged: \(reason.escaped())"
            default:
                GapReason(damage: error) == .fileMissing ? "a file of \(id) is gone" : "\(id) is damaged (\(error))"
            }
        return .conflict(
            "\(what): `longshot verify \(id) --repair \(NodeHome.option(home))` fetches again what the camera still has; "
                + "--skip-damaged exports without it")
    }
}
