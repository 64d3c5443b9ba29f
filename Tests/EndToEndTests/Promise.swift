// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A time that is promised to people.
///
/// It is printed each time, and checked only with `LONGSHOT_PROMISES` (`scripts/bench/promises`): how busy a machine is must not
/// decide whether a test fails.
enum Promise {
    private static let isChecked = ProcessInfo.processInfo.environment["LONGSHOT_PROMISES"] != nil

    /// Prints what something took; checks it against the promise.
    static func check(
        _ what: String, within limit: Duration, took: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        print("promise: \(what): \(took) of \(limit)")
        if isChecked { #expect(took <= limit, "\(what)", sourceLocation: sourceLocation) }
    }

    /// The same for what a body takes.
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
