// SPDX-License-Identifier: Apache-2.0
import CSimulator

/// The faults of a run and their times, all of which follow from the seed.
struct Plan {
    enum Node { case camera, recorder }

    enum Kind: CaseIterable {
        case cut, restartCapture, stopCamera, killCamera, stopRecorder, killRecorder, cameraDisk, recorderDisk
        case killCameraAtCall, killRecorderAtCall, stepClock, copyCamera, copyRecorder, restoreCamera, restoreRecorder
    }

    struct Fault {
        let kind: Kind
        /// Counted from the end of the previous fault.
        let after: Duration
        let lasts: Duration
        /// The number of the disk call that fails.
        var call = 1
        /// Its error: EIO, ENOSPC, or 0 for a write that stores half of its bytes.
        var error: Int32 = 5
        /// The kinds of calls that fail, as a bit mask of the constants in simulator.h.
        var calls = 7
        /// Whether all later calls fail too.
        var isLasting = false
        /// The step of the wall clock, in nanoseconds.
        var step: Int64 = 0
    }

    /// The wall clock, which can be stepped.
    final class WallClock: @unchecked Sendable {
        private var offset: Int64 = 1_700_000_000_000_000_000

        func step(_ nanoseconds: Int64) {
            offset += nanoseconds
            simulator_set_wall(offset)
        }
    }

    var faults: [Fault] = []
    var weather = Network.Weather()
    var habits = SimulatedCamera.Habits()
    let weatherFromStart: Bool
    let before: Int?
    let calm: Duration
    let cutsPower: Node?
    /// What happens between a stop during which the camera is away and its return; nil if it is not away.
    let stopAway: [Fault]?
    /// The fault before which the user stops the recording and starts another one; nil if there is only one.
    let startsAgain: Int?
    /// Whether the owner ends the recording without the camera, which then returns.
    let settles: Bool
    /// Whether another recorder, which has no faults of its own, records the camera too.
    let hasOther: Bool
    /// The faults during which the other recorder has no link to the camera; nil if it always has one.
    let otherAway: ClosedRange<Int>?
    /// Whether the link is down when the recording is started, and the camera captures meanwhile.
    let startsAway: Bool
    /// Whether the user deletes the recordings that are over while another one goes on.
    let deletes: Bool
    /// Whether the user locks the first recording, of which the recorder then deletes nothing more.
    let locks: Bool
    /// How much footage the recorder keeps, in seconds; nil for all.
    let keepSeconds: Int?
    let clock = WallClock()
    /// The simulated connection between the nodes and their stores.
    let wire: StoreWire

    init(seed: UInt64) {
        var dice = Dice(seed)
        wire = StoreWire(seed: seed ^ 0x5704)
        clock.step(0)
        if dice.hits(700) {
            for path in [\Network.Weather.lostRequest, \.lostAnswer, \.refused, \.slow, \.twice, \.damaged]
            where dice.hits(300) {
                weather[keyPath: path] = [5, 20, 80][dice.below(3)]
            }
        }
        if dice.hits(500) { weather.lostFrame = [10, 100, 500][dice.below(3)] }
        if dice.hits(300) { weather.latency = 1...[20, 300, 1_500][dice.below(3)] }
        weatherFromStart = dice.hits(300)
        habits.interval = .milliseconds([200, 250, 500][dice.below(3)])
        habits.keyFrames = [1, 3, 4, 9, 30][dice.below(5)]
        habits.heedsWishes = dice.hits(750)
        if dice.hits(300) { habits.lost = 50 }
        habits.spoolSeconds = [0, 2, 10, 900][dice.below(4)]
        if dice.hits(350) { habits.spoolBytes = [2_000, 6_000, 20_000][dice.below(3)] }
        before = dice.hits(250) ? [1_000, 4_000, 20_000][dice.below(3)] : nil
        calm = dice.milliseconds(500...6_000)
        cutsPower = dice.hits(300) ? (dice.hits(500) ? .camera : .recorder) : nil
        // Dice of its own, so that older seeds play as before up to here.
        var late = Dice(seed ^ 0x57A7)
        keepSeconds = late.hits(200) ? [3, 8, 20][late.below(3)] : nil
        let between: [Kind] = [.stepClock, .restartCapture, .stopCamera, .stopRecorder, .killRecorder]
        let count = 1 + late.below(3)
        stopAway =
            late.hits(300) ? (0..<count).map { _ in Self.fault(between[late.below(between.count)], &late) } : nil
        // Each run has only some kinds of faults, so that each kind also occurs alone.
        var kinds: [Kind] = []
        let usual: [Kind] = [
            .cut, .restartCapture, .stopCamera, .killCamera, .stopRecorder, .killRecorder, .cameraDisk, .recorderDisk,
            .killCameraAtCall, .killRecorderAtCall, .stepClock,
        ]
        for _ in 0..<1 + dice.below(4) { kinds.append(usual[dice.below(usual.count)]) }
        for _ in 0..<1 + dice.below(8) { faults.append(Self.fault(kinds[dice.below(kinds.count)], &dice)) }
        var again = Dice(seed ^ 0xA6A1)
        startsAgain = again.hits(200) ? again.below(faults.count) : nil
        settles = stopAway == nil && again.hits(100)
        var other = Dice(seed ^ 0x07E4)
        hasOther = other.hits(150)
        let from = other.below(faults.count)
        otherAway = other.hits(600) ? from...from + other.below(faults.count - from) : nil
        deletes = startsAgain != nil && other.hits(500)
        startsAway = other.hits(100)
        locks = keepSeconds != nil && other.hits(400)
        var liar = Dice(seed ^ 0x11A4)
        if liar.hits(60) { weather.lies = [5, 50, 300][liar.below(3)] }
        guard dice.hits(150) else { return }
        let isCamera = dice.hits(500)
        let at = dice.below(faults.count + 1)
        faults.insert(Self.fault(isCamera ? .copyCamera : .copyRecorder, &dice), at: at)
        faults.insert(
            Self.fault(isCamera ? .restoreCamera : .restoreRecorder, &dice), at: at + 1 + dice.below(faults.count - at))
    }

    private static func fault(_ kind: Kind, _ dice: inout Dice) -> Fault {
        var fault = Fault(
            kind: kind, after: dice.milliseconds(dice.hits(300) ? 1...300 : 300...6_000),
            lasts: dice.milliseconds(dice.hits(300) ? 1...400 : 400...9_000))
        fault.call = 1 + dice.below(dice.hits(500) ? 6 : 40)
        fault.error = [5, 28, 28, 0][dice.below(4)]
        fault.calls = [7, 7, 1, 2, 4][dice.below(5)]
        fault.isLasting = dice.hits(500)
        fault.step = Int64(dice.below(7_200) - 3_600) * 1_000_000_000
        return fault
    }

    /// Whether a recording that was started while the link was down must begin at its start.
    var beginsAtStart: Bool {
        let faults: [Kind] = [
            .stopRecorder, .killRecorder, .recorderDisk, .killRecorderAtCall, .stepClock, .cameraDisk,
        ]
        return startsAway && keepSeconds == nil && habits.spoolSeconds >= 900 && habits.spoolBytes > 1 << 20
            && !restores
            && weather.damaged == 0 && isPrompt && kinds.isDisjoint(with: faults)
    }

    /// Whether requests arrive at once: the camera counts back from when it hears of a start.
    private var isPrompt: Bool { weather.slow == 0 && weather.latency.upperBound <= 20 }

    private var kinds: Set<Kind> { Set((faults + (stopAway ?? [])).map(\.kind)) }

    /// Whether the camera lies, so that only what is stored of it can be judged.
    var lies: Bool { weather.lies > 0 }
    var stepsClock: Bool { kinds.contains(.stepClock) }
    var restores: Bool { kinds.contains(.restoreCamera) || kinds.contains(.restoreRecorder) }

    /// The gap reasons that the faults explain.
    var reasons: Set<String> {
        var reasons: Set = ["not-encoded", "driver-dropped"]
        if settles { reasons.insert("never-received") }
        let kinds = kinds
        let killsCamera = !kinds.isDisjoint(with: [.killCamera, .killCameraAtCall, .restoreCamera])
        // After a kill the camera does not know an epoch whose account was not yet on the disk.
        if killsCamera { reasons.formUnion(["camera-restarted", "account-lost"]) }
        if habits.spoolBytes < 1 << 20 { reasons.insert("spool-overrun") }
        if !kinds.isDisjoint(with: [.cameraDisk, .killCameraAtCall]) {
            reasons.formUnion(["spool-failed", "camera-restarted", "spool-overrun", "account-lost"])
        }
        if weather.damaged > 0 { reasons.insert("spool-damaged") }
        if restores { reasons.formUnion(["account-lost", "lost-by-recorder", "spool-overrun", "camera-restarted"]) }
        return reasons
    }

    var words: String {
        "\(faults.map { "\($0.kind)" }), away at the stop: \(stopAway?.map { "\($0.kind)" } as Any), "
            + "settled: \(settles), deletes: \(deletes), locks: \(locks), starts away: \(startsAway), another recorder: \(hasOther ? "away during \(otherAway.map { "\($0)" } ?? "none")" : "no"), starts again before: \(startsAgain.map(String.init) ?? "-"), keeps \(keepSeconds.map(String.init) ?? "all"), spool \(habits.spoolBytes) bytes and \(habits.spoolSeconds) s, key frame every "
            + "\(habits.keyFrames), \(weather), power cut: \(cutsPower.map { "\($0)" } ?? "no"), \(wire.words)"
    }
}
