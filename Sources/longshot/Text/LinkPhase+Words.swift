// SPDX-License-Identifier: Apache-2.0
import Wire

extension LinkPhase {
    /// The phase for people; the API's word is the raw value.
    var words: String {
        switch self {
        case .suspended: "interrupted"
        case .connecting, .connected, .lost: rawValue
        }
    }
}
