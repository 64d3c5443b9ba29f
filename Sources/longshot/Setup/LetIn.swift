// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Who gets access to a node at the end of its setup.
enum LetIn: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// A browser, by a link to the page.
    case browser
    /// The counterpart, by pairing: a recorder joins the window of a camera.
    case node
    /// Nobody yet.
    case nobody
}
