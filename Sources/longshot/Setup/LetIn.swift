// SPDX-License-Identifier: Apache-2.0

/// Who gets access to a node at the end of its setup.
enum LetIn: String, WordChoice {
    /// A browser, by a link to the page.
    case browser
    /// The counterpart, by pairing: a recorder joins the window of a camera.
    case node
    /// Nobody yet.
    case nobody
}
