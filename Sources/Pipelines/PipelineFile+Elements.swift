// SPDX-License-Identifier: Apache-2.0
import GStreamer

extension PipelineFile {
    /// The elements of the text that this machine does not have.
    package var missingElements: [String] {
        let factories = LaunchParser.graph(of: launch).elements.filter { !$0.isBin }.map(\.factory)
        return Set(factories).filter { !Registry.has(element: $0) }.sorted()
    }
}
