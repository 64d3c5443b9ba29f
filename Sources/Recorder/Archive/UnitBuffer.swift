// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Synchronization
import Tasks
import Wire

/// Buffers access units received live until their fragment is announced.
final class UnitBuffer: Sendable {
    private struct State {
        var units: [AccessUnit] = []
        var bytes = 0
        var format: VideoFormat?
        var newest: Tick?
        var waiter: (tick: Tick, arrival: Pending<Void>)?
    }

    /// The limit in bytes; the recorder fetches the fragments of older units when they are announced.
    static let capacity = 48 << 20

    private let state = Mutex(State())

    func append(_ unit: FormattedAccessUnit) {
        let arrival: Pending<Void>? = state.withLock { state in
            state.format = unit.format ?? state.format
            state.units.append(unit.unit)
            state.bytes += unit.unit.weight
            state.newest = unit.unit.tick
            while state.bytes > UnitBuffer.capacity {
                state.bytes -= state.units.removeFirst().weight
            }
            guard let waiter = state.waiter, waiter.tick <= unit.unit.tick else { return nil }
            state.waiter = nil
            return waiter.arrival
        }
        arrival?.resolve(())
    }

    /// The current format, from the live lane's parameter sets.
    var format: VideoFormat? { state.withLock { $0.format } }

    /// The capture time of the newest unit received so far.
    var newest: Tick? { state.withLock { $0.newest } }

    /// The buffered units, oldest first.
    var units: [AccessUnit] { state.withLock { $0.units } }

    /// Removes and returns the units in a range of ticks, and drops older ones.
    ///
    /// Waits for the last unit, or a later one, but at most for `patience`.
    func take(_ ticks: ClosedRange<Tick>, patience: Duration) async -> [AccessUnit] {
        let arrival: Pending<Void>? = state.withLock { state in
            guard patience > .zero, state.newest.map({ $0 < ticks.upperBound }) ?? true else { return nil }
            let arrival = Pending<Void>()
            state.waiter = (ticks.upperBound, arrival)
            return arrival
        }
        _ = await arrival?.value(within: patience)
        return state.withLock { state in
            state.waiter = nil
            let taken = state.units.filter { ticks.contains($0.tick) }
            state.units.removeAll { $0.tick <= ticks.upperBound }
            state.bytes = state.units.reduce(0) { $0 + $1.weight }
            return taken
        }
    }
}
