// SPDX-License-Identifier: Apache-2.0

/// The error of a wait that timed out; its description fails the test.
package struct WaitedInVain: Error, CustomStringConvertible {
    package let description: String

    /// An error with this description.
    package init(description: String) {
        self.description = description
    }
}

/// Waits until a condition is true; throws after 60 s.
package func eventually(_ what: @autoclosure () -> String, _ isTrue: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !isTrue() {
        guard ContinuousClock.now < deadline else { throw WaitedInVain(description: "waited 60 s until \(what())") }
        try await Task.sleep(for: .milliseconds(20))
    }
}
