// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
import SystemPackage
import Wire

/// Checks whether GStreamer's elements that the pipeline files name are installed.
enum PluginCheckup {
    /// - Parameters:
    ///   - home: a node's folder; nil for the shipped pipelines alone.
    ///   - role: a recorder does not need what cameras capture with.
    static func run(
        home: FilePath?, role: NodeDescription.Role?, _ files: SystemFiles = SystemFiles()
    ) -> [Diagnosis] {
        let pipelines = PipelineLibrary(home: home).all().filter { role != .recorder || $0.category != .capture }
        var missing: [String: (elements: Set<String>, pipelines: [String])] = [:]
        for pipeline in pipelines {
            for element in pipeline.missingElements {
                // Encoders of hardware are in no package: they appear where the hardware is.
                guard let package = Registry.package(providing: element) else { continue }
                missing[package, default: ([], [])].elements.insert(element)
                missing[package, default: ([], [])].pipelines.append(pipeline.label)
            }
        }
        guard !missing.isEmpty else {
            return [Diagnosis("plugins", .ok, "GStreamer has what \(pipelines.count.counted("pipeline file")) need")]
        }
        return missing.sorted { $0.key < $1.key }.map { package, lack in
            let elements = lack.elements.sorted().joined(separator: ", ")
            let users = Set(lack.pipelines).sorted()
            let more = users.count > 3 ? " and \(users.count - 3) more" : ""
            let isThere = files.has("/usr/share/doc/\(package)")
            return Diagnosis(
                "plugins", .problem, "no \(elements) for \(users.prefix(3).joined(separator: ", "))\(more)",
                remedy: isThere
                    ? "sudo apt-get install --reinstall \(package) && rm -rf ~/.cache/gstreamer-1.0"
                    : "sudo apt-get install \(package)")
        }
    }
}
