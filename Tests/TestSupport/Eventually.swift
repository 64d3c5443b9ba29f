// SPDX-License-Identifier: Apache-2.0

/// What did not become true in time; thrown, it fails the test with these words.
package struct WaitedInVain: Error, CustomStringConvertible {
    package let description: String

    /// Says what was waited for.
    package init(description: String) {
        self.description = description
    }
}

/// Waits until something is true; throws after 40 s.
package func eventually(_ what: @autoclosure () -> String, _ isTrue: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(40)
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else { throw WaitedInVain(description: "waited 40 s until \(what())") }
        try await Task.sleep(for: .milliseconds(20))
    }
}
