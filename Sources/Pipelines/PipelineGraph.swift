// SPDX-License-Identifier: Apache-2.0
import GStreamer

/// A picture of a pipeline: a box for each element with its settings, columns from source to sink, arrows with caps.
package struct PipelineGraph {
    /// One element, placed.
    private struct Box {
        let title: String
        let subtitle: String
        let settings: [String]
        let isNamed: Bool
        var column = 0
        var top = 0

        /// The offset of the settings: an unnamed element has no subtitle line.
        var head: Int { subtitle.isEmpty ? 36 : 52 }
        var height: Int { head - 8 + settings.count * 16 }
    }

    private static let width = 216
    private static let gap = 56
    private static let margin = 24

    private let title: String
    private var boxes: [Box] = []
    private var arrows: [(from: Int, to: Int, caps: String?)] = []

    /// Builds the graph of a file; throws `PipelineError.unusable` with the problems if the file does not parse.
    package init(_ file: PipelineFile) throws {
        do {
            _ = try Pipeline(parsing: file.launchText)
        } catch {
            // GStreamer calls an element unknown whose property it cannot set.
            try PipelineCheck.require(file, as: file.category)
            throw error
        }
        title = file.label
        let graph = LaunchParser.graph(of: file.launch)
        boxes = graph.elements.map { element in
            let settings = element.settings.filter { $0.property != "name" }.map { "\($0.property)=\($0.value)" }
            return Box(
                title: element.name?.value ?? element.factory, subtitle: element.name == nil ? "" : element.factory,
                settings: settings.map { PipelineGraph.shortened($0, to: 29) }, isNamed: element.name != nil)
        }
        arrows = graph.joints.compactMap { joint in
            guard let from = graph.index(of: joint.source), let to = graph.index(of: joint.target) else { return nil }
            return (from, to, joint.caps.map { file.launch.words(in: $0) })
        }
        place()
    }

    /// Assigns columns by the longest path from a source, and rows by the order of the text.
    private mutating func place() {
        for _ in boxes.indices {
            for arrow in arrows
            where boxes[arrow.to].column <= boxes[arrow.from].column
                && boxes[arrow.from].column < boxes.count
            {
                boxes[arrow.to].column = boxes[arrow.from].column + 1
            }
        }
        var bottoms: [Int: Int] = [:]
        for index in boxes.indices {
            let column = boxes[index].column
            let source = arrows.first { $0.to == index }.map { boxes[$0.from].top } ?? 0
            boxes[index].top = max(bottoms[column] ?? PipelineGraph.margin + 32, source)
            bottoms[column] = boxes[index].top + boxes[index].height + 28
        }
    }

    /// The picture as SVG 1.1, readable in light and dark mode.
    package var svg: String {
        let columns = (boxes.map(\.column).max() ?? 0) + 1
        let width = columns * (Self.width + Self.gap) - Self.gap + 2 * Self.margin
        let height = (boxes.map { $0.top + $0.height }.max() ?? 0) + Self.margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
                + "height=\"\(height)\" role=\"img\" aria-label=\"\(title.asXML)\">",
            Self.style,
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
                + "orient=\"auto\"><path class=\"tip\" d=\"M0 0 8 4 0 8z\"/></marker></defs>",
            "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>",
            "<text class=\"head\" x=\"\(Self.margin)\" y=\"\(Self.margin + 12)\">\(title.asXML)</text>",
        ]
        lines += arrows.map(line)
        lines += boxes.map(box)
        return (lines + ["</svg>"]).joined(separator: "\n")
    }

    private func left(_ box: Box) -> Int { Self.margin + box.column * (Self.width + Self.gap) }

    private func line(_ arrow: (from: Int, to: Int, caps: String?)) -> String {
        let (from, to) = (boxes[arrow.from], boxes[arrow.to])
        let start = (x: left(from) + Self.width, y: from.top + 22)
        let end = (x: left(to) - 2, y: to.top + 22)
        let bend = max(24, abs(end.x - start.x) / 2)
        let path = "M\(start.x) \(start.y) C\(start.x + bend) \(start.y) \(end.x - bend) \(end.y) \(end.x) \(end.y)"
        let caps = arrow.caps.map { caps in
            let label = Self.shortened(caps, to: 40).asXML
            return
                "<text class=\"caps\" text-anchor=\"end\" x=\"\(end.x + Self.width)\" y=\"\(end.y - 28)\"><title>\(caps.asXML)</title>"
                + "\(label)</text>"
        }
        return "<path class=\"arrow\" d=\"\(path)\"/>" + (caps ?? "")
    }

    private func box(_ box: Box) -> String {
        let x = left(box)
        var parts = [
            "<g><rect class=\"\(box.isNamed ? "box named" : "box")\" x=\"\(x)\" y=\"\(box.top)\" rx=\"6\" "
                + "width=\"\(Self.width)\" height=\"\(box.height)\"/>",
            "<text class=\"title\" x=\"\(x + 12)\" y=\"\(box.top + 19)\">\(box.title.asXML)</text>",
            "<text class=\"small\" x=\"\(x + 12)\" y=\"\(box.top + 35)\">\(box.subtitle.asXML)</text>",
        ]
        for (row, setting) in box.settings.enumerated() {
            parts.append(
                "<text class=\"setting\" x=\"\(x + 12)\" y=\"\(box.top + box.head + row * 16)\">\(setting.asXML)</text>"
            )
        }
        return parts.joined() + "</g>"
    }

    private static let style = """
        <style>
        text { font: 12px ui-monospace, "DejaVu Sans Mono", monospace; fill: #1c2024 }
        .head { font-weight: 600; font-size: 14px } .title { font-weight: 600; font-size: 13px }
        .small, .setting, .caps { font-size: 11px; fill: #5b6570 }
        .ground { fill: #ffffff } .box { fill: #f3f5f7; stroke: #aab3bd } .named { fill: #e4eefc; stroke: #4a7fd0 }
        .arrow { fill: none; stroke: #6b7681; stroke-width: 1.5; marker-end: url(#tip) } .tip { fill: #6b7681 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6e9ec } .small, .setting, .caps { fill: #9aa5b1 } .ground { fill: #14171a }
        .box { fill: #1f2429; stroke: #4a545e } .named { fill: #1b2b44; stroke: #5b8fe0 }
        .arrow { stroke: #8a95a1 } .tip { fill: #8a95a1 }
        }
        </style>
        """

    private static func shortened(_ text: String, to length: Int) -> String {
        text.count <= length ? text : text.prefix(length - 1) + "…"
    }
}
