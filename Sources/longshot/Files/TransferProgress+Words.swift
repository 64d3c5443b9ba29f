// SPDX-License-Identifier: Apache-2.0
import Wire

extension TransferProgress {
    /// The phase for people; the API's word is the raw value.
    var words: String {
        switch phase {
        case .offered: "waits for a decision"
        case .transferring: kind == .sent ? "being sent" : "arriving"
        case .suspended: "interrupted"
        case .received: kind == .sent ? "delivered" : "received"
        case .accepted, .paused, .failed, .refused, .cancelled: phase.rawValue
        }
    }
}
