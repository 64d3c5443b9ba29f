// SPDX-License-Identifier: Apache-2.0

/// The errors of a run; nil while it is running.
final class Outcome: @unchecked Sendable {
    var problems: [String]?
}
