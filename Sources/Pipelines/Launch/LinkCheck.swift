// SPDX-License-Identifier: Apache-2.0
import GStreamer

/// Finds pads that nothing is linked to: the launch syntax allows a forgotten `!`.
struct LinkCheck {
    let graph: LaunchGraph
    /// The names of the elements in the pipeline, by their indices in the graph.
    let names: [String]
    let pipeline: Pipeline

    /// A warning for each pad.
    var findings: [Finding] {
        zip(graph.elements.indices, names).flatMap { index, name -> [Finding] in
            let part = graph.elements[index]
            guard !part.isBin, let element = pipeline.element(named: name) else { return [] }
            return unlinked(element.fixedPads, of: index).map { pad in
                let name = part.name.map { " \"\($0.value)\"" } ?? ""
                let kind = pad.isSource ? "source" : "sink"
                return .warning(
                    part.range, "the \(kind) pad \"\(pad.name)\" of \(part.factory)\(name) is linked to nothing",
                    remedy: "write a \"!\" \(pad.isSource ? "behind" : "before") the element, or remove the element")
            }
        }
    }

    /// The pads that stay unlinked although the element needs them.
    ///
    /// Some elements have a second way through, as `srtpdec` has for RTCP: it may be unused.
    private func unlinked(_ pads: [FixedPad], of index: Int) -> [FixedPad] {
        let isUsed = { (pad: FixedPad) in pad.isLinked || isLinkedLater(pad, of: index) }
        let (used, unused) = (pads.filter(isUsed), pads.filter { !isUsed($0) })
        let takesInput = used.contains { !$0.isSource }
        let hasSecondWay = takesInput && unused.contains { !$0.isSource } && used.contains(where: \.isSource)
        return unused.filter { $0.isSource ? !hasSecondWay : !takesInput }
    }

    /// Whether a joint of the text is made only when data flows, or belongs to a bin.
    private func isLinkedLater(_ pad: FixedPad, of index: Int) -> Bool {
        graph.joints.contains { joint in
            let (here, there) = pad.isSource ? (joint.source, joint.target) : (joint.target, joint.source)
            guard graph.index(of: here) == index else { return false }
            guard let other = graph.index(of: there) else { return true }
            let addsPads = !pad.isSource && pipeline.element(named: names[other])?.addsSourcePads == true
            return graph.elements[other].isBin || addsPads
        }
    }
}
