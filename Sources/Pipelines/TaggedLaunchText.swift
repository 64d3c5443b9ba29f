// SPDX-License-Identifier: Apache-2.0

/// Launch text in which every element has a name, so that the words of GStreamer's parser say which one is meant.
///
/// GStreamer counts nameless elements through the life of the process: of `queue17` nobody can tell which queue it is.
struct TaggedLaunchText {
    /// The text to parse.
    let text: String
    private let graph: LaunchGraph
    private let source: LaunchText

    /// Names the elements of a text that have no name.
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

    private static func tag(_ index: Int) -> String { "longshot-nameless-\(index)-" }

    /// The indices of the elements that a message speaks of, in the order of the text.
    func elements(in message: String) -> [Int] {
        let words = Set(message.split { !$0.isLetter && !$0.isNumber && !"-_:%".contains($0) }.map(String.init))
        return graph.elements.indices.filter { index in
            words.contains(graph.elements[index].name?.value ?? TaggedLaunchText.tag(index))
        }
    }

    /// The message as it would be if nothing had been named: factories in place of made-up names.
    func untagged(_ message: String) -> String {
        graph.elements.enumerated().reduce(message) { message, element in
            message.replacing(TaggedLaunchText.tag(element.offset), with: element.element.factory)
        }
    }

    /// Where in the source the matter is: at the caps that it quotes, or at the first element that it names.
    func place(of message: String) -> Range<Int> {
        if let index = elements(in: message).first { return graph.elements[index].range }
        let caps = graph.joints.compactMap(\.caps).first { message.contains("\"\(source.words(in: $0))\"") }
        return caps ?? graph.elements.first?.range ?? 0..<0
    }
}
