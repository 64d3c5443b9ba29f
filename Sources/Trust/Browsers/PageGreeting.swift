// SPDX-License-Identifier: Apache-2.0

/// The browser that a link would admit.
package struct PageGreeting: Sendable {
    /// The three words of the link, which the link's creator sees too.
    package let words: [String]
    /// The browser's name; nil if it is named when it enters.
    package let browser: PeerName?
    /// The browser's rights.
    package let rights: Rights
}
