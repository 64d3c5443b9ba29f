// SPDX-License-Identifier: Apache-2.0
import GStreamer

extension PipelineFile {
    /// The elements of the text that this machine does not have.
    package var missingElements: [String] {
        let factories = LaunchParser.graph(of: launch).elements.filter { !$0.isBin }.map(\.factory)
        return Set(factories).filter { !Registry.has(element: $0) }.sorted()
    }

    /// Whether a value that is meant for another text means the same in this one.
    ///
    /// It does if the element of that name is of the same kind in both, because kinds have their own properties and units (x264enc
    /// takes kbit/s, openh264enc bit/s); caps must have the media type that they have here.
    package func takes(_ setting: PipelineSetting, of other: PipelineFile) -> Bool {
        guard let here = element(named: setting.element), here.factory == other.element(named: setting.element)?.factory
        else {
            return false
        }
        guard setting.property == "caps", let caps = here.settings.last(where: { $0.property == "caps" }) else {
            return true
        }
        return setting.written.mediaType == caps.value.mediaType
    }

    private func element(named name: String) -> LaunchGraph.Element? {
        LaunchParser.graph(of: launch).elements.last { $0.name?.value == name }
    }
}

extension String {
    /// What stands before the first comma of caps, such as `video/x-raw`.
    fileprivate var mediaType: String { String(prefix { $0 != "," && $0 != "(" && $0 != " " }) }
}
