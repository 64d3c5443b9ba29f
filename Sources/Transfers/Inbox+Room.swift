// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Wire

/// How much may come.
extension Inbox {
    /// Refuses more files than may be under way.
    func checkLimits(for peer: String) throws(Problem) {
        let open = entries.values.filter(\.progress.phase.isOpen)
        guard open.count(where: { $0.progress.peer == peer }) < InboxSettings.openLimit else {
            throw .tooManyTransfers(InboxSettings.openLimit)
        }
        guard open.count < InboxSettings.totalLimit else { throw .tooManyTransfers(InboxSettings.totalLimit) }
    }

    /// What a failure on this machine means to a sender: paths stay here.
    static func problem(_ error: any Error) -> any Error {
        switch error {
        case let error as TransferError where error.isDiskFull: fullDisk
        case DiskError.system(_, _, let code) where Errno(rawValue: code) == .noSpace: fullDisk
        default: error
        }
    }

    private static let fullDisk = Problem(
        "insufficient-storage", status: 507, title: "Insufficient storage",
        detail: "the disk is full: free some space there, then send again; what has arrived is kept")
}
