// SPDX-License-Identifier: Apache-2.0

/// Launch text in which every element has a name, so that messages of GStreamer's parser identify the element.
///
/// GStreamer numbers unnamed elements over the whole process, so `queue17` does not identify a queue of the text.
struct TaggedLaunchText {
    let text: String
    private let graph: LaunchGraph
    private let source: LaunchText

    init(_ graph: LaunchGraph, _ source: LaunchText) {
        self.graph = graph
        self.source = source
        var (text, from) = ("", 0)
        for (index, element) in graph.elements.enumerated() where element.name == nil && !element.isBin {
            text += source.words(in: from..<element.range.upperBound) + " name=\(TaggedLaunchText.tag(index)) "
            from = element.range.upperBound
        }
        self.text = text + source.words(in: from..<source.bytes.count)
    }

    /// The names of all elements, in the order of the text.
    var names: [String] { graph.elements.indices.map { graph.elements[$0].name?.value ?? TaggedLaunchText.tag($0) } }

    private static func tag(_ index: Int) -> String { "longshot-nameless-\(index)-" }

    /// The indices of the elements that a message names, in the order of the text.
    func elements(in message: String) -> [Int] {
        let words = Set(message.split { !$0.isLetter && !$0.isNumber && !"-_:%".contains($0) }.map(String.init))
        return zip(graph.elements.indices, names).filter { words.contains($1) }.map(\.0)
    }

    /// The message with factories instead of the generated names.
    func untagged(_ message: String) -> String {
        graph.elements.enumerated().reduce(message) { message, element in
            message.replacing(TaggedLaunchText.tag(element.offset), with: element.element.factory)
        }
    }

    /// The place of the caps through which the elements of a message should be linked; nil without any.
    func caps(of message: String) -> Range<Int>? {
        let named = elements(in: message)
        let joint = graph.joints.first { joint in
            joint.caps != nil
                && [joint.source, joint.target].allSatisfy { graph.index(of: $0).map(named.contains) == true }
        }
        let filter = named.lazy.compactMap { [graph] in graph.elements[$0].settings.last { $0.property == "caps" } }
        return joint?.caps ?? filter.first?.valueRange
    }

    /// The place that a message is about: the first element that it names, or else the caps that it quotes.
    func place(of message: String) -> Range<Int> {
        if let index = elements(in: message).first { return graph.elements[index].range }
        let caps = graph.joints.compactMap(\.caps).first { message.contains("\"\(source.words(in: $0))\"") }
        return caps ?? graph.elements.first?.range ?? 0..<0
    }
}
