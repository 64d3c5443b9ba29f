// SPDX-License-Identifier: Apache-2.0
import Disk
import Wire

extension Inbox {
    /// Throws if too many files are open, of this peer or of all.
    func checkLimits(for peer: String) throws(Problem) {
        let open = entries.values.filter(\.progress.phase.isOpen)
        guard open.count(where: { $0.progress.peer == peer }) < InboxSettings.openLimit else {
            throw .tooManyTransfers(InboxSettings.openLimit)
        }
        guard open.count < InboxSettings.totalLimit else { throw .tooManyTransfers(InboxSettings.totalLimit) }
    }

    /// Converts a full disk to a problem for the sender, without paths.
    static func problem(_ error: any Error) -> any Error {
        switch error {
        case let error as TransferError where error.isDiskFull: fullDisk
        case let error as DiskError where error.isFullDisk: fullDisk
        default: error
        }
    }

    private static let fullDisk = Problem(
        "insufficient-storage", status: 507, title: "Insufficient storage",
        detail: "the disk is full: free some space there; the next attempt goes on from what has arrived")
}
