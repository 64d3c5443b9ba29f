// SPDX-License-Identifier: Apache-2.0
package import Disk
import Synchronization

/// What is synced while a body runs, each with the answer to a question at that moment.
package final class Syncs: Sendable {
    /// A sync, and the answer when it had succeeded.
    package struct One: Hashable, Sendable {
        let sync: DiskWitness.Sync
        let answer: Bool

        /// A sync that is expected.
        package init(_ sync: DiskWitness.Sync, _ answer: Bool) { (self.sync, self.answer) = (sync, answer) }
    }

    private let question: @Sendable () -> Bool
    private let heard = Mutex<[One]>([])

    /// - Parameter question: asked at each sync.
    package init(_ question: @escaping @Sendable () -> Bool) { self.question = question }

    /// All that were heard.
    package var all: [One] { heard.withLock { $0 } }

    /// Forgets what was heard before.
    package func hear<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        heard.withLock { $0 = [] }
        let hears: @Sendable (DiskWitness.Sync) -> Void = { [self] sync in
            let one = One(sync, question())
            heard.withLock { $0.append(one) }
        }
        return try await DiskWitness.$hears.withValue(hears, operation: body)
    }
}
