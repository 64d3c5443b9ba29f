// SPDX-License-Identifier: Apache-2.0

/// What is wrong after a run; nil while it goes on.
final class Outcome: @unchecked Sendable {
    var problems: [String]?
}
