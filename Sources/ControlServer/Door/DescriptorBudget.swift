// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The file descriptors of this process.
package enum DescriptorBudget {
    /// Enough for a recorder with 60 cameras and full ports; also `LimitNOFILE` of the shipped units.
    private static let wanted: rlim_t = 4_096

    /// The limit of this process.
    static var limit: Int {
        var limits = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1_024 }
        return Int(min(limits.rlim_cur, 1 << 20))
    }

    /// The first descriptor that no connection gets: the last quarter is for the node's own files, sockets and processes.
    static var reserved: Int { limit - max(16, limit / 4) }

    /// Raises the limit of this process to what a node needs, or as far as the system permits.
    ///
    /// Shells grant 1,024 because of programs that call `select`; this program does not.
    package static func raise() {
        var limits = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limits) == 0, limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(wanted, limits.rlim_max)
        _ = unsafe setrlimit(resource, &limits)
    }
}
