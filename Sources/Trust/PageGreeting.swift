// SPDX-License-Identifier: Apache-2.0

/// What a browser that holds a link is about to become.
package struct PageGreeting: Sendable {
    /// The three words of the link, which whoever made it sees too.
    package let words: [String]
    /// What the browser will be called.
    package let browser: PeerName
    /// What it will be allowed to do.
    package let rights: Rights
}
