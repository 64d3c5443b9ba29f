// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The format of the table of a clip's frames.
enum TableFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Comma-separated values with a line of names (RFC 4180).
    case csv
    /// An array of objects.
    case json
}
