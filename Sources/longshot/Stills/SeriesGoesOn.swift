// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// The connection to a camera was lost while a series was followed that the camera continues by itself, also after a restart.
struct SeriesGoesOn: Error, CustomStringConvertible {
    let job: StillJob
    /// How many of its stills were reported, and fetched if there is an output.
    let here: Int
    /// Where its stills are stored.
    let save: SavePreference
    /// How the user named the camera, and its home.
    let (camera, home): (String?, String?)
    /// Where the stills were fetched to; nil if they were not.
    let output: String?

    var description: String {
        let count = "\(here) of \(job.count.counted("still"))"
        let soFar = output == nil ? "\(count) had been taken" : "\(count) are here"
        let rest = save == .recorder ? "The recorder gets them." : "When it is over, `\(command)` fetches the rest."
        return """
            The connection to the camera is lost. Its series \(job.id) goes on there by itself, also if the camera was \
            restarted: do not start it again. \(soFar). \(rest)
            """
    }

    /// The command that fetches the stills that are not here.
    private var command: String {
        var words = ["longshot", "stills", "fetch", job.id.quotedForShell]
        for (option, value) in [("--camera", camera), ("--home", home), ("-o", output)] {
            if let value { words += [option, value.quotedForShell] }
        }
        return words.joined(separator: " ")
    }
}
