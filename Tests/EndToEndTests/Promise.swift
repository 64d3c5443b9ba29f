// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A time limit that the documentation promises.
///
/// The time is printed always, and checked only with `LONGSHOT_PROMISES` (`scripts/bench/promises`), so that a busy machine fails
/// no test.
enum Promise {
    private static let isChecked = ProcessInfo.processInfo.environment["LONGSHOT_PROMISES"] != nil

    /// Prints a time, and checks it against the promise.
    static func check(
        _ what: String, within limit: Duration, took: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        print("promise: \(what): \(took) of \(limit)")
        if isChecked { #expect(took <= limit, "\(what)", sourceLocation: sourceLocation) }
    }

    /// Does the same for the time of a body.
    static func check<Result>(
        _ what: String, within limit: Duration, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let start = ContinuousClock.now
        let result = try await body()
        check(what, within: limit, took: ContinuousClock.now - start, sourceLocation: sourceLocation)
        return result
    }
}
