// SPDX-License-Identifier: Apache-2.0
package import GStreamer

/// Checks that live media are never unencrypted: sent data has passed `protect`, and received data passes `unprotect` before any
/// element interprets it.
///
/// A `webrtcbin` named `peer` counts as `protect`: it sends only encrypted data (DTLS-SRTP), and consumes what it receives.
///
/// The check looks at elements, not pads, and knows the harmless ones: an unknown element counts as harmful.
struct PipelineProtection {
    /// Elements that pass packets on without interpreting them: these may stand on the network's side.
    private static let carriers: Set = [
        "capsfilter", "clocksync", "errorignore", "fakesink", "funnel", "identity", "input-selector", "multiqueue",
        "netsim", "output-selector", "queue", "queue2", "rtpstreamdepay", "rtpstreampay", "tee", "valve", "watchdog",
    ]
    /// Elements that still hold a packet after passing it on: srtpdec of GStreamer 1.22 then accesses a packet that it has
    /// released.
    private static let keepers: Set = ["netsim", "tee"]
    /// Sinks that pass data to the program or discard it.
    private static let dumbEnds: Set = ["appsink", "fakesink"]
    private static let secretFields = ["srtp-key", "srtp-cipher", "srtp-auth", "srtcp-cipher", "srtcp-auth"]

    private let graph: LaunchGraph
    private let launch: LaunchText
    private let arrows: [(from: Int, to: Int)]

    private init(_ file: PipelineFile) {
        (graph, launch) = (LaunchParser.graph(of: file.launch), file.launch)
        arrows = graph.joints.compactMap { [graph] joint in
            guard let from = graph.index(of: joint.source), let to = graph.index(of: joint.target) else { return nil }
            return (from, to)
        }
    }

    /// The ways around the protection, with places; empty for a correct text.
    static func findings(in file: PipelineFile) -> [Finding] {
        let protection = PipelineProtection(file)
        return protection.hiddenWays() + protection.ownKeys() + protection.unprotected() + protection.unchecked()
    }

    /// Brackets and addresses, which make elements that the text does not show.
    private func hiddenWays() -> [Finding] {
        let brackets = graph.elements.filter(\.isBin).map { element in
            Finding.error(
                element.range, "what is joined inside a bracket may get around protect and unprotect",
                remedy: "write the elements of a live pipeline without brackets")
        }
        let addresses = graph.joints.flatMap { [$0.source, $0.target] }.compactMap { end -> Finding? in
            guard case .location(let range) = end else { return nil }
            return .error(
                range, "\(launch.words(in: range)) would be sent or received without protect and unprotect",
                remedy: "write the element that is meant, behind srtpenc name=protect or before srtpdec name=unprotect")
        }
        return brackets + addresses
    }

    /// Keys and ciphers in the text, which could switch the encryption off.
    private func ownKeys() -> [Finding] {
        let settings = graph.elements.flatMap(\.settings).map { (range: $0.valueRange, text: $0.value) }
        let caps = graph.joints.compactMap(\.caps).map { (range: $0, text: launch.words(in: $0)) }
        return (settings + caps).compactMap { place in
            guard let field = Self.secretFields.first(where: { place.text.contains($0) }) else { return nil }
            return .error(
                place.range, "caps with \(field) would overrule the keys that both nodes agreed on",
                remedy: "remove \(field): unprotect gets its keys from the program")
        }
    }

    /// Sinks that receive data which has not passed `protect`.
    private func unprotected() -> [Finding] {
        let left = Set(arrows.map(\.from))
        return graph.elements.indices.compactMap { end in
            let factory = graph.elements[end].factory
            guard !Self.dumbEnds.contains(factory), !isPeer(end),
                leadsOut(end) || (!left.contains(end) && isSink(factory))
            else { return nil }
            let passes = walk(from: [end], by: { arrow in (arrow.to, arrow.from) }, until: isProtect)
            guard passes.contains(where: { $0 != end && !isCarrier($0) && !isProtect($0) }) else { return nil }
            return .error(
                graph.elements[end].range, "\(factory) would send what was not encrypted",
                remedy: "put srtpenc name=protect in every way that leads to it")
        }
    }

    /// Elements that receive packets before `unprotect` has checked them.
    private func unchecked() -> [Finding] {
        let entered = Set(arrows.map(\.to))
        let sources = graph.elements.indices.filter { index in
            let isOwn = isElement(index, "appsrc", named: "access_units")
            return leadsOut(index) || (!entered.contains(index) && !isOwn && arrows.contains { $0.from == index })
        }
        let reached = walk(from: sources, by: { arrow in (arrow.from, arrow.to) }, until: isUnprotect).sorted()
            .filter { !sources.contains($0) && !isUnprotect($0) }
            .map { graph.elements[$0] }
        let keepers = reached.filter { Self.keepers.contains($0.factory) }.map { element in
            Finding.error(
                element.range, "\(element.factory) keeps packets that unprotect changes, which ends the program",
                remedy: "remove it; where packets are sent it may stand behind protect")
        }
        let first = reached.first { !Self.carriers.contains($0.factory) }.map { element in
            Finding.error(
                element.range, "\(element.factory) would get what anybody on the network can send",
                remedy: "put srtpdec name=unprotect in every way from the network to it")
        }
        return keepers + (first.map { [$0] } ?? [])
    }

    /// The elements reachable from `starts` along arrows that `turn` has turned; does not go beyond those of `isEnd`.
    private func walk(
        from starts: [Int], by turn: ((from: Int, to: Int)) -> (from: Int, to: Int), until isEnd: (Int) -> Bool
    ) -> Set<Int> {
        var (seen, open) = (Set(starts), starts)
        while let index = open.popLast() {
            guard !isEnd(index) else { continue }
            for arrow in arrows.map(turn) where arrow.from == index && seen.insert(arrow.to).inserted {
                open.append(arrow.to)
            }
        }
        return seen
    }

    private func isProtect(_ index: Int) -> Bool { isElement(index, "srtpenc", named: "protect") }
    private func isPeer(_ index: Int) -> Bool { isElement(index, "webrtcbin", named: "peer") }
    private func isUnprotect(_ index: Int) -> Bool { isElement(index, "srtpdec", named: "unprotect") }
    private func isCarrier(_ index: Int) -> Bool { Self.carriers.contains(graph.elements[index].factory) }

    private func isElement(_ index: Int, _ factory: String, named name: String) -> Bool {
        graph.elements[index].factory == factory && graph.elements[index].name?.value == name
    }

    /// Whether an element itself accesses files, other programs or the network.
    private func leadsOut(_ index: Int) -> Bool {
        PipelineReach.description(of: graph.elements[index].factory, in: .capture) != nil
    }

    private func isSink(_ factory: String) -> Bool {
        (try? Element(factory: factory))?.klass.contains("Sink") ?? true
    }
}

extension PipelineFile {
    /// Makes the pipeline of a live text; nothing is opened yet.
    ///
    /// Throws if the text has a way around `protect` or `unprotect`, regardless of the file's name and folder.
    package func makeLivePipeline() throws -> Pipeline {
        let problems = PipelineProtection.findings(in: self).map { PipelineProblem($0, in: self) }
        guard problems.isEmpty else {
            throw PipelineError.unprotected(problems.map(\.description).joined(separator: "\n"))
        }
        return try makePipeline()
    }
}
