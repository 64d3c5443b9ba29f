// SPDX-License-Identifier: Apache-2.0
import Tasks
import Testing

@Suite("A value that is waited for")
struct PendingTests {
    @Test("Every waiting task gets it, and who asks later, too; a task that was cancelled takes it from nobody")
    func several() async {
        let pending = Pending<Int?>()
        let impatient = Task { await pending.value() }
        impatient.cancel()
        #expect(await impatient.value == nil)
        let waiting = (1...3).map { _ in Task { await pending.value() } }
        pending.resolve(nil)
        pending.resolve(8)
        for task in waiting { #expect(await task.value == .some(nil)) }
        #expect(await pending.value() == .some(nil))
    }
}
