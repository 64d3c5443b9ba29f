// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

extension NetworkCamera {
    /// The camera, and for each stream the command that records it.
    ///
    /// - Parameters:
    ///   - user: the user that was given for it.
    ///   - password: `@` and the file with the password.
    func lines(as user: String? = nil, _ password: String? = nil) -> [String] {
        if obstacle == .unreachable {
            return [
                "\(host)  nothing answers there: the name or address may be wrong, the camera off, or ONVIF switched off in it"
            ]
        }
        let names = [name, hardware == name ? nil : hardware].compactMap { $0 }
        let title = names.isEmpty ? "a camera" : names.map { "\(ShownName($0))" }.joined(separator: ", ")
        var lines = ["\(host)  \(title), on the network"]
        if obstacle == .notAuthorized, user != nil {
            lines.append("  it refuses this user or password")
        } else if let problem {
            lines.append("  \(problem)\(obstacle == .notAuthorized ? ":" : "")")
            if obstacle == .notAuthorized {
                lines.append("    longshot cameras find \(authority.quotedForShell) --user NAME --password @FILE")
            }
        }
        for stream in streams {
            let size = stream.width.flatMap { width in stream.height.map { "\(width)x\($0) " } } ?? ""
            let rate = stream.rate.map { " at \(Format.decimal($0, $0 == $0.rounded() ? 0 : 2)) a second" } ?? ""
            lines.append("  \(size)\(stream.encoding)\(rate)")
            lines.append(
                "    "
                    + (stream.command(as: user, password)
                        ?? "cannot be recorded yet: choose H.264 in the camera's settings"))
        }
        return lines
    }
}

extension NetworkCamera {
    /// The host, and the port of its service if it is not 80.
    private var authority: String {
        // An address that was given by the user may have its port already.
        guard let port = URL(string: service)?.port, port != 80, !host.hasSuffix(":\(port)") else { return host }
        return "\(host):\(port)"
    }
}

extension NetworkStream {
    /// The command that makes a node of it; nil if no shipped pipeline records it.
    func command(as user: String?, _ password: String?) -> String? {
        guard let pipeline else { return nil }
        var words = ["longshot camera --capture \(pipeline) --set \("server.location=\(location)".quotedForShell)"]
        if let user, let password {
            words += ["user-id=\(user)", "user-pw=\(password)"].map { "--set \("server.\($0)".quotedForShell)" }
        }
        return words.joined(separator: " ")
    }
}
