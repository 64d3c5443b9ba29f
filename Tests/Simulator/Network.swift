// SPDX-License-Identifier: Apache-2.0
import Tasks
import Wire

@testable import Footage
@testable import Recorder

/// The link between recorder and camera: delayed, lost or repeated requests, and lost or damaged answers.
final class Network: @unchecked Sendable {
    /// The frequency of each fault, per thousand requests.
    struct Weather {
        var lostRequest = 0
        var lostAnswer = 0
        var refused = 0
        var slow = 0
        var twice = 0
        var damaged = 0
        var lostFrame = 0
        /// Answers that are not true, although they can be read.
        var lies = 0
        /// The latency in one direction, in milliseconds.
        var latency = 1...5
    }

    /// The recorder at the other end.
    let recorder: String

    private struct Waiter {
        let fail: (any Error) -> Void
    }

    var weather = Weather()
    /// The reachable camera; nil while none runs.
    private(set) var camera: SimulatedCamera?
    private(set) var isUp = true
    /// Increases with each cut; callbacks of an earlier generation are ignored.
    private(set) var generation = 0
    private var dice: Dice
    private var waiters: [Int: Waiter] = [:]
    private var commands: [Int: Waiter] = [:]
    private var serial = 0
    private let trace: @Sendable (String) -> Void

    init(of recorder: String, seed: UInt64, trace: @escaping @Sendable (String) -> Void) {
        dice = Dice(seed)
        (self.recorder, self.trace) = (recorder, trace)
    }

    /// Replaces the camera or removes it; all pending requests fail.
    func connect(_ camera: SimulatedCamera?) {
        self.camera = camera
        breakAll()
    }

    /// Cuts the link or restores it.
    func set(isUp: Bool) {
        self.isUp = isUp
        if !isUp { breakAll() }
    }

    private func breakAll() {
        generation += 1
        let broken = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in broken { waiter.fail(LinkBroken()) }
    }

    /// Registers a callback for when the link breaks; the returned number cancels it.
    func onBreak(_ body: @escaping (any Error) -> Void) -> Int {
        serial += 1
        waiters[serial] = Waiter(fail: body)
        return serial
    }

    func forget(_ waiter: Int) { waiters[waiter] = nil }

    /// Registers a callback for when the recorder is killed.
    func onRecorderEnd(_ body: @escaping (any Error) -> Void) -> Int {
        serial += 1
        commands[serial] = Waiter(fail: body)
        return serial
    }

    func forgetRecorderEnd(_ waiter: Int) { commands[waiter] = nil }

    /// Reports that the recorder was killed: pending commands to it fail, and its link to the camera breaks.
    func recorderEnded() {
        let broken = commands.sorted { $0.key < $1.key }
        commands = [:]
        for (_, waiter) in broken { waiter.fail(LinkBroken()) }
        breakAll()
    }

    func draw(_ perThousand: Int) -> Bool { dice.hits(perThousand) }
    func delay() -> Duration { dice.milliseconds(weather.latency) }

    /// Bytes with one changed, or fewer bytes.
    func damage(_ bytes: [UInt8]) -> [UInt8] {
        guard draw(weather.damaged), !bytes.isEmpty else { return bytes }
        var copy = bytes
        switch dice.below(4) {
        case 0: copy.removeLast(1 + dice.below(copy.count - 1))
        case 1: copy = []
        default: copy[dice.below(copy.count)] ^= 1 << UInt8(dice.below(8))
        }
        trace("damaged answer")
        return copy
    }

    /// The camera's answer, or what a lying one tells instead.
    func told<Answer: Codable>(_ answer: Answer) throws -> Answer {
        // Without lies no dice are thrown, so that older seeds play as before.
        guard weather.lies > 0, draw(weather.lies) else { return answer }
        trace("lie: \(Answer.self)")
        return try Lie.about(answer, &dice)
    }

    /// Sends the camera a request; the body runs in the camera.
    func request<Answer: Sendable>(
        _ name: String, _ body: @escaping @Sendable (SimulatedCamera) async throws -> Answer
    ) async throws -> Answer {
        try await Task.sleep(for: delay())
        guard isUp, let camera else {
            try await Task.sleep(for: .milliseconds(200))
            throw LinkBroken()
        }
        if draw(weather.lostRequest) {
            trace("\(name): lost")
            try await Task.sleep(for: .seconds(10))
            throw LinkBroken()
        }
        if draw(weather.refused) {
            trace("\(name): refused")
            throw Problem("busy", status: 503, title: "Busy", detail: "simulated")
        }
        if draw(weather.slow) { try await Task.sleep(for: .milliseconds(100 + dice.below(9_000))) }
        if draw(weather.twice) {
            trace("\(name): twice")
            _ = try await ask(camera, body)
        }
        let answer = try await ask(camera, body)
        if draw(weather.lostAnswer) {
            trace("\(name): answer lost")
            try await Task.sleep(for: .seconds(10))
            throw LinkBroken()
        }
        if draw(weather.slow) { try await Task.sleep(for: .milliseconds(100 + dice.below(9_000))) }
        try await Task.sleep(for: delay())
        return answer
    }

    private func ask<Answer: Sendable>(
        _ camera: SimulatedCamera, _ body: @escaping @Sendable (SimulatedCamera) async throws -> Answer
    ) async throws -> Answer {
        // The camera may have ended while the request was in transit.
        guard isUp, camera === self.camera else { throw LinkBroken() }
        let pending = Pending<Result<Answer, any Error>>()
        let waiter = onBreak { pending.resolve(.failure($0)) }
        Task(executorPreference: camera.executor) {
            do {
                pending.resolve(.success(try await body(camera)))
            } catch {
                pending.resolve(.failure(error))
            }
        }
        // The timeout of the product's client.
        let outcome = await pending.value(within: .seconds(10))
        forget(waiter)
        guard let outcome else { throw LinkBroken() }
        return try outcome.get()
    }
}

/// The link broke, or a request timed out.
struct LinkBroken: CameraConnectionError {
    let isTransient = true
    let isNotPaired = false
}
