// SPDX-License-Identifier: Apache-2.0

/// The format of the table of a clip's frames.
enum TableFormat: String, WordChoice {
    /// Comma-separated values with a line of names (RFC 4180).
    case csv
    /// An array of objects.
    case json
}
