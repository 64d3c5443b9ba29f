// SPDX-License-Identifier: Apache-2.0
package import GStreamer

/// The rule that live media are never in the clear: what a live text sends has come through `protect`, and what it
/// receives goes through `unprotect` before anything interprets it.
///
/// A `webrtcbin` named `peer` is as good as `protect`: it sends nothing that is not encrypted (DTLS-SRTP), and what it
/// receives is for itself.
///
/// Judged on elements, not pads, and by what is known to be harmless: an element that it does not know is in the way.
struct PipelineProtection {
    /// What hands packets on without interpreting them: these may stand on the network's side.
    private static let carriers: Set = [
        "capsfilter", "clocksync", "errorignore", "fakesink", "funnel", "identity", "input-selector", "multiqueue",
        "netsim", "output-selector", "queue", "queue2", "rtpstreamdepay", "rtpstreampay", "tee", "valve", "watchdog",
    ]
    /// What still holds a packet while it hands it on: srtpdec of GStreamer 1.22 then works on one that it has let go.
    private static let keepers: Set = ["netsim", "tee"]
    /// Sinks that give nothing to anybody but the program.
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

    /// Ways around the protection, with places; empty for a sound text.
    static func findings(in file: PipelineFile) -> [Finding] {
        let protection = PipelineProtection(file)
        return protection.hiddenWays() + protection.ownKeys() + protection.unprotected() + protection.unchecked()
    }

    /// What cannot be judged: brackets and addresses make elements that the text does not show.
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

    /// A text with keys or ciphers of its own could switch the encryption off.
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

    /// What reaches a sink without having come through `protect`.
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

    /// What gets packets from the network before `unprotect` has checked them.
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

    /// All elements on the ways from some, in the direction that `by` turns arrows; stops behind those of `until`.
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

    /// Whether an element has a network of its own, wherever it stands.
    private func leadsOut(_ index: Int) -> Bool {
        PipelineReach.description(of: graph.elements[index].factory, in: .capture) != nil
    }

    private func isSink(_ factory: String) -> Bool {
        (try? Element(factory: factory))?.klass.contains("Sink") ?? true
    }
}

extension PipelineFile {
    /// The pipeline that a live text describes; nothing is opened yet.
    ///
    /// Throws for a text with a way around `protect` or `unprotect`, wherever the file lies and whatever it is called.
    package func makeLivePipeline() throws -> Pipeline {
        let problems = PipelineProtection.findings(in: self).map { PipelineProblem($0, in: self) }
        guard problems.isEmpty else {
            throw PipelineError.unprotected(problems.map(\.description).joined(separator: "\n"))
        }
        return try makePipeline()
    }
}
