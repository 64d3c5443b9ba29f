// SPDX-License-Identifier: Apache-2.0
import Footage
import Synchronization

/// What is synced while a body runs, each with the answer to a question at that moment.
final class Syncs: Sendable {
    struct One: Hashable {
        let sync: DiskWitness.Sync
        let answer: Bool

        init(_ sync: DiskWitness.Sync, _ answer: Bool) { (self.sync, self.answer) = (sync, answer) }
    }

    private let question: @Sendable () -> Bool
    private let heard = Mutex<[One]>([])

    init(_ question: @escaping @Sendable () -> Bool) { self.question = question }

    var all: [One] { heard.withLock { $0 } }

    /// Forgets what was heard before.
    func hear<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        heard.withLock { $0 = [] }
        let hears: @Sendable (DiskWitness.Sync) -> Void = { [self] sync in
            let one = One(sync, question())
            heard.withLock { $0.append(one) }
        }
        return try await DiskWitness.$hears.withValue(hears, operation: body)
    }
}
