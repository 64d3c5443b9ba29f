// SPDX-License-Identifier: Apache-2.0
package import Disk
import Synchronization

/// Records the syncs during a body, each with the answer to a question at that moment.
package final class Syncs: Sendable {
    /// A successful sync, and the answer at that moment.
    package struct One: Hashable, Sendable {
        let sync: DiskWitness.Sync
        let answer: Bool

        /// An expected sync.
        package init(_ sync: DiskWitness.Sync, _ answer: Bool) { (self.sync, self.answer) = (sync, answer) }
    }

    private let question: @Sendable () -> Bool
    private let heard = Mutex<[One]>([])

    /// - Parameter question: evaluated at each sync.
    package init(_ question: @escaping @Sendable () -> Bool) { self.question = question }

    /// All recorded syncs.
    package var all: [One] { heard.withLock { $0 } }

    /// Records the syncs of the body, in place of earlier ones.
    package func hear<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        heard.withLock { $0 = [] }
        let hears: @Sendable (DiskWitness.Sync) -> Void = { [self] sync in
            let one = One(sync, question())
            heard.withLock { $0.append(one) }
        }
        return try await DiskWitness.$hears.withValue(hears, operation: body)
    }
}
