// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The environment of processes that read what comes from outside: what libraries need to find their files and to log, and
/// nothing else that the node was started with.
public enum ChildEnvironment: Sendable {
    private static let names = ["HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "TZ", "XDG_CACHE_HOME"]
    private static let prefixes = ["GST_", "G_", "LC_", "MALLOC_", "NICE_", "ORC_"]

    /// Those variables of this process that are handed on.
    public static func variables() -> [String: String] { variables(of: ProcessInfo.processInfo.environment) }

    /// Those variables of an environment that are handed on.
    ///
    /// GStreamer takes its registry as it is: looking for new plugins would start a program.
    static func variables(of environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in names.contains(name) || prefixes.contains(where: name.hasPrefix) }
            .merging(["GST_REGISTRY_UPDATE": "no"]) { $1 }
    }
}
