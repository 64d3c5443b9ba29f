// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Recorder

@Suite("The buffer of live access units", .timeLimit(.minutes(1)))
struct UnitBufferTests {
    private func unit(_ tick: Int64, size: Int = 10) -> FormattedAccessUnit {
        FormattedAccessUnit(
            unit: AccessUnit(tick: Tick(rawValue: tick), isSync: true, bytes: [UInt8](repeating: 1, count: size)),
            format: nil)
    }

    private func ticks(_ from: Int64, _ to: Int64) -> ClosedRange<Tick> {
        Tick(rawValue: from)...Tick(rawValue: to)
    }

    @Test("gives what lies between two ticks, and forgets what is older")
    func take() async {
        let buffer = UnitBuffer()
        for tick in 0..<10 { buffer.append(unit(Int64(tick))) }
        #expect(await buffer.take(ticks(3, 5), patience: .zero).map(\.tick.rawValue) == [3, 4, 5])
        #expect(await buffer.take(ticks(0, 5), patience: .zero).isEmpty)
        #expect(await buffer.take(ticks(6, 9), patience: .zero).count == 4)
    }

    @Test("waits for the last one, and not for longer than it must")
    func waits() async {
        let buffer = UnitBuffer()
        buffer.append(unit(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                #expect(await buffer.take(ticks(1, 3), patience: .seconds(30)).count == 3)
            }
            group.addTask {
                buffer.append(unit(2))
                await Task.yield()
                buffer.append(unit(3))
            }
        }
        #expect(await buffer.take(ticks(4, 9), patience: .milliseconds(20)).isEmpty)
    }

    @Test("a later one ends the wait: the last one is lost")
    func later() async {
        let buffer = UnitBuffer()
        buffer.append(unit(1))
        buffer.append(unit(4))
        #expect(await buffer.take(ticks(1, 3), patience: .seconds(30)).count == 1)
    }

    @Test("keeps to its memory, oldest out first")
    func bounded() async {
        let buffer = UnitBuffer()
        for tick in 0..<100 { buffer.append(unit(Int64(tick), size: 1 << 20)) }
        let kept = await buffer.take(ticks(0, 99), patience: .zero)
        #expect(kept.count == UnitBuffer.capacity >> 20)
        #expect(kept.last?.tick.rawValue == 99)
    }
}
