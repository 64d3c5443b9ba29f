package import GStreamer
package import SystemPackage
import Foundation
package enum PipelineCategory: String, Sendable { case capture, live, still, check }
package struct PipelineFile: Sendable, Equatable {
    package enum Origin: Sendable, Equatable, CustomStringConvertible { case shipped; package var description: String { "" } }
    package let name: String; package let category: PipelineCategory; package let origin: Origin; package let text: String
    package var summary: String { "" }
    package func makePipeline(values: [String] = []) throws -> Pipeline {
        let p = try Pipeline(parsing: text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: " "))
        for v in values { let k = v.split(separator: "=", maxSplits: 1); let e = k[0].split(separator: "."); try p.element(named: String(e[0]))!.set(String(e[1]), to: String(k[1])) }
        return p
    }
}
package struct PipelineProblem: Error, CustomStringConvertible { package var isError: Bool { true }; package var description: String { "" } }
package enum PipelineError: Error { case x }
package enum PipelineCheck { package static func check(_ f: PipelineFile) -> [PipelineProblem] { [] } }
package enum Suggestion { package static func closest(to: String, in: [String]) -> String? { nil } }
package struct PipelineLibrary: Sendable {
    package init(home: FilePath?) {}
    package func find(_ n: String) throws -> PipelineFile {
        for d in ["capture", "live", "still", "check"] {
            let p = n.hasSuffix(".pipeline") ? n : "/work/main/pipelines/\(d)/\(n).pipeline"
            if let t = try? String(contentsOfFile: p, encoding: .utf8) { return PipelineFile(name: n, category: PipelineCategory(rawValue: d)!, origin: .shipped, text: t) }
        }
        throw PipelineError.x }
    package func all() -> [PipelineFile] { [] }
    package func reload(_ f: PipelineFile) throws -> PipelineFile { f }
}
