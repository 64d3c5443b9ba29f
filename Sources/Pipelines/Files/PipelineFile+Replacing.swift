// SPDX-License-Identifier: Apache-2.0

extension PipelineFile {
    /// The same text with another element instead of a named one; nil if no element has that name.
    package func replacing(_ name: String, with text: String) -> PipelineFile? {
        let graph = LaunchParser.graph(of: launch)
        guard let element = graph.index(named: name).map({ graph.elements[$0] }) else { return nil }
        var bytes = Array(launch.source.utf8)
        bytes.replaceSubrange(element.range.lowerBound..<element.end, with: text.utf8)
        return PipelineFile(
            name: self.name, category: category, origin: origin, text: String(decoding: bytes, as: UTF8.self))
    }
}
