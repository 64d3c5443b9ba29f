// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The file descriptors that this process may have.
package enum DescriptorBudget {
    /// As many as a recorder of 60 cameras with full ports needs; also `LimitNOFILE` of the shipped units.
    private static let wanted: rlim_t = 4_096

    /// The limit of this process.
    static var limit: Int {
        var limits = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1_024 }
        return Int(min(limits.rlim_cur, 1 << 20))
    }

    /// The first descriptor that no connection gets: the last quarter is for files, sockets and processes of the node's own.
    static var reserved: Int { limit - max(16, limit / 4) }

    /// Raises the limit of this process to what a node needs, where the machine permits it.
    ///
    /// Shells grant 1,024 for the sake of programs that call `select`, which this one does not.
    package static func raise() {
        var limits = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limits) == 0, limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(wanted, limits.rlim_max)
        _ = unsafe setrlimit(resource, &limits)
    }
}
