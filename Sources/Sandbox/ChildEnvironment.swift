// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The environment of processes that read untrusted input: only the variables that libraries need to find their files and to log.
public enum ChildEnvironment: Sendable {
    private static let names = ["HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "TZ", "XDG_CACHE_HOME"]
    private static let prefixes = ["GST_", "G_", "LC_", "MALLOC_", "NICE_", "ORC_"]

    private static let fixed = [
        "GST_REGISTRY_UPDATE": "no", "GSETTINGS_BACKEND": "memory", "GIO_USE_PROXY_RESOLVER": "dummy",
    ]

    /// The variables of this process that such a child receives.
    public static func variables() -> [String: String] { variables(of: ProcessInfo.processInfo.environment) }

    /// The variables of an environment that such a child receives.
    ///
    /// GStreamer uses its registry unchanged, because searching for new plug-ins would start a program. GLib asks no settings for
    /// proxies, which are behind D-Bus and files.
    static func variables(of environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in names.contains(name) || prefixes.contains(where: name.hasPrefix) }
            .merging(fixed) { $1 }
    }
}
