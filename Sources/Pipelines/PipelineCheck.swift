// SPDX-License-Identifier: Apache-2.0
import GStreamer

/// Checks a pipeline file without playing it: syntax, elements, properties, values, names, links.
///
/// GStreamer's own parser decides last; the checks before it exist because it never reports places.
package struct PipelineCheck {
    /// Finds the package that has an element.
    package typealias PackageTable = (String) -> String?

    private let file: PipelineFile
    private let graph: LaunchGraph
    private let packages: PackageTable
    private var findings: [Finding]

    private init(_ file: PipelineFile, packages: @escaping PackageTable) {
        (self.file, self.packages) = (file, packages)
        graph = LaunchParser.graph(of: file.launch)
        findings = graph.findings
    }

    /// Throws `PipelineError.unusable` if a file has another category or has errors.
    package static func require(_ file: PipelineFile, as category: PipelineCategory) throws(PipelineError) {
        guard file.category == category else {
            throw .unusable(file.name, as: category, problems: "it is a \(file.category.rawValue) pipeline")
        }
        let problems = check(file).filter(\.isError)
        guard problems.isEmpty else {
            throw .unusable(file.name, as: category, problems: problems.map(\.description).joined(separator: "\n"))
        }
    }

    /// All problems of a file, in the order of the text.
    ///
    /// - Parameter packages: finds the package of an element that is not installed.
    package static func check(
        _ file: PipelineFile, packages: @escaping PackageTable = Registry.package(providing:)
    ) -> [PipelineProblem] {
        var check = PipelineCheck(file, packages: packages)
        check.checkElements()
        check.checkNames()
        check.checkContract()
        if file.category == .live || file.category == .view { check.findings += PipelineProtection.findings(in: file) }
        check.checkDeclarations()
        check.noteWhatItTouches()
        if !check.findings.contains(where: { $0.severity == .error }) { check.askParser() }
        return check.findings
            .sorted { ($0.range.lowerBound, $0.reason) < ($1.range.lowerBound, $1.reason) }
            .map { PipelineProblem($0, in: file) }
    }

    private mutating func checkElements() {
        if graph.elements.isEmpty, findings.isEmpty {
            findings.append(
                .error(0..<0, "the text describes no pipeline", remedy: "begin with a source, such as v4l2src"))
        }
        for element in graph.elements where !(element.isBin && element.factory == "bin") {
            guard Registry.has(element: element.factory), let specimen = try? Element(factory: element.factory) else {
                findings.append(unknown(element))
                continue
            }
            for setting in element.settings where !setting.property.contains("::") {
                check(setting, on: specimen, of: element)
            }
            checkKeyFrames(specimen, of: element)
            checkOrder(specimen, of: element)
            let bound = element.settings.last { $0.property == "max-buffers" }?.value ?? "0"
            if element.factory == "appsink", bound == "0" {
                findings.append(
                    .warning(
                        element.range, "this appsink keeps any number of buffers while nobody takes them",
                        remedy: "give it max-buffers=60, or fewer with drop=true"))
            }
        }
    }

    /// Refuses an encoder without key frames, which a recording needs to begin; `specimen` has the settings of the text.
    private mutating func checkKeyFrames(_ specimen: Element, of element: LaunchGraph.Element) {
        let property = "intra-refresh"
        guard file.category == .capture, (try? specimen.value(of: property)) == "true" else { return }
        findings.append(
            .error(
                element.settings.last { $0.property == property }?.propertyRange ?? element.range,
                "with \(property), \(element.factory) sends no key frames, and no recording can begin",
                remedy: "set \(property)=false, and the distance of key frames: key-int-max=30"))
    }

    /// Refuses an encoder that sends pictures out of order, which cannot be recorded frame by frame.
    private mutating func checkOrder(_ specimen: Element, of element: LaunchGraph.Element) {
        guard file.category == .capture else { return }
        for property in ["bframes", "b-frames"] {
            guard let count = (try? specimen.value(of: property)).flatMap({ Int($0) }), count > 0 else { continue }
            findings.append(
                .error(
                    element.settings.last { $0.property == property }?.propertyRange ?? element.range,
                    "with \(property)=\(count), \(element.factory) sends pictures out of order, which cannot be recorded frame by frame",
                    remedy: "set \(property)=0"))
        }
    }

    private func unknown(_ element: LaunchGraph.Element) -> Finding {
        let remedy: String
        if let package = packages(element.factory) {
            remedy = "install the Debian package \(package)"
        } else if let hardware = PipelineCheck.hardware(element.factory) {
            remedy = "GStreamer has it only where it finds \(hardware): take one in software, such as x264enc"
        } else if let meant = Suggestion.closest(to: element.factory, in: Registry.elementNames) {
            remedy = "did you mean \(meant)?"
        } else {
            remedy = "check the spelling: no package of Debian's has an element of this name"
        }
        return .error(element.range, "no element \"\(element.factory)\"", remedy: remedy)
    }

    /// The hardware that an encoder or decoder needs, by its family; nil for all other elements.
    private static func hardware(_ factory: String) -> String? {
        guard factory.hasSuffix("enc") || factory.hasSuffix("dec") else { return nil }
        if factory.hasPrefix("v4l2") { return "such a codec of the board, which the kernel shows as /dev/videoN" }
        return factory.hasPrefix("va") ? "a graphics processor and its VA-API driver" : nil
    }

    private mutating func check(_ setting: LaunchGraph.Setting, on specimen: Element, of element: LaunchGraph.Element) {
        // An element as a value (muxer=qtmux) is launch text itself, which only GStreamer's parser reads.
        guard specimen.property(named: setting.property)?.type != "GstElement" else { return }
        do {
            try specimen.set(setting.property, to: setting.value)
        } catch .noSuchProperty {
            let meant = specimen.closestProperty(to: setting.property)
            findings.append(
                .error(
                    setting.propertyRange, "\(element.factory) has no property \"\(setting.property)\"",
                    remedy: meant.map { "did you mean \($0)?" }
                        ?? "gst-inspect-1.0 \(element.factory) lists its properties"))
        } catch .readOnlyProperty {
            findings.append(
                .error(
                    setting.propertyRange, "\"\(setting.property)\" of \(element.factory) can only be read",
                    remedy: "remove it"))
        } catch .unreadableValue(_, _, _, let expected) {
            findings.append(
                .error(
                    setting.valueRange, "\"\(setting.property)\" of \(element.factory) cannot be \"\(setting.value)\"",
                    remedy: "it takes \(expected)"))
        } catch {
            findings.append(.error(setting.propertyRange, "\(error)", remedy: "correct it"))
        }
    }

    private mutating func checkNames() {
        var seen: Set<String> = []
        for name in graph.elements.compactMap(\.name) where !seen.insert(name.value).inserted {
            findings.append(
                .error(
                    name.valueRange, "two elements are named \"\(name.value)\"", remedy: "give each a name of its own"))
        }
        for reference in graph.references where graph.index(named: reference.name) == nil {
            let meant = Suggestion.closest(to: reference.name, in: seen.sorted())
            findings.append(
                .error(
                    reference.range, "no element is named \"\(reference.name)\"",
                    remedy: meant.map { "did you mean \($0)?" } ?? "give an element name=\(reference.name)"))
        }
    }

    private mutating func checkContract() {
        guard !graph.elements.isEmpty else { return }
        let sends =
            graph.index(named: "payloader") != nil
            || graph.index(named: "access_units").map { graph.elements[$0].factory == "appsrc" } ?? false
        let end = file.launch.bytes.lastIndex { !$0.isBlank }.map { $0..<$0 + 1 } ?? 0..<0
        for entry in PipelineContract.entries(for: file.category, sends: sends) {
            guard let index = graph.index(named: entry.name) else {
                guard entry.isRequired else { continue }
                findings.append(missing(entry, at: end))
                continue
            }
            let element = graph.elements[index]
            guard entry.factories.isEmpty || entry.factories.contains(element.factory) else {
                findings.append(
                    .error(
                        element.range,
                        "\"\(entry.name)\" must be an \(entry.factories[0]), and is a \(element.factory)",
                        remedy: "it \(entry.purpose): use \(entry.factories[0]) name=\(entry.name)"))
                continue
            }
        }
    }

    private func missing(_ entry: PipelineContract.Entry, at end: Range<Int>) -> Finding {
        let kind = entry.factories.first.map { "an \($0)" } ?? "an element"
        let reason = "a \(file.category.rawValue) pipeline needs \(kind) named \"\(entry.name)\": it \(entry.purpose)"
        let names = graph.elements.compactMap(\.name)
        if let meant = Suggestion.closest(to: entry.name, in: names.map(\.value)),
            let name = names.first(where: { $0.value == meant })
        {
            return .error(name.valueRange, reason, remedy: "did you mean \(entry.name)?")
        }
        let candidates = graph.elements.filter { entry.factories.contains($0.factory) }
        if candidates.count == 1, let only = candidates.first {
            return .error(
                only.name?.valueRange ?? only.range, reason, remedy: "give this \(only.factory) name=\(entry.name)")
        }
        return .error(end, reason, remedy: "write name=\(entry.name) behind the element that it should be")
    }

    private mutating func checkDeclarations() {
        for declaration in file.declarations {
            guard let index = graph.index(named: declaration.name.text) else {
                let names = graph.elements.compactMap { $0.name?.value }
                let meant = Suggestion.closest(to: declaration.name.text, in: names)
                findings.append(
                    .warning(
                        declaration.name.range,
                        "the table names \"\(declaration.name.text)\", and no element has that name",
                        remedy: meant.map { "correct the row, or the name of the element \"\($0)\"" }
                            ?? "correct the row or remove it"))
                continue
            }
            let factory = graph.elements[index].factory
            guard factory == declaration.factory.text else {
                // Of an element that does not exist, only that is said.
                guard (try? Element(factory: factory)) != nil else { continue }
                findings.append(
                    .warning(
                        declaration.factory.range,
                        "the table says that \"\(declaration.name.text)\" is a \(declaration.factory.text), and it is a \(factory)",
                        remedy: "write \(factory) in the table"))
                continue
            }
            guard let specimen = try? Element(factory: factory) else { continue }
            for property in declaration.properties where specimen.property(named: property.text) == nil {
                findings.append(
                    .warning(
                        property.range,
                        "the table names the property \"\(property.text)\", which \(factory) does not have",
                        remedy: "correct the row"))
            }
        }
    }

    private mutating func noteWhatItTouches() {
        for element in graph.elements {
            guard let what = PipelineReach.description(of: element.factory, in: file.category) else { continue }
            findings.append(.note(element.range, "\(element.factory) \(what)"))
        }
        for joint in graph.joints {
            for case .location(let range) in [joint.source, joint.target] {
                let address = file.launch.words(in: range)
                findings.append(.note(range, "\(address) is an address that is read or written"))
            }
        }
    }

    /// Runs GStreamer's parser, because only it knows whether elements can be linked, and which pads are.
    private mutating func askParser() {
        let tagged = TaggedLaunchText(graph, file.launch)
        do {
            let pipeline = try Pipeline(parsing: tagged.text)
            let unlinked = LinkCheck(graph: graph, names: tagged.names, pipeline: pipeline).findings
            findings += unlinked
            if !unlinked.isEmpty { checkFlow() }
        } catch .parse(let problem) {
            let isLink = problem.kind == .link && !tagged.elements(in: problem.text).isEmpty
            // The caps are wrong more often than the elements.
            let caps = isLink ? tagged.caps(of: problem.text) : nil
            findings.append(
                .error(
                    caps ?? tagged.place(of: problem.text), tagged.untagged(problem.text),
                    remedy: isLink ? linkRemedy(caps) : "correct the text"))
        } catch {
            findings.append(.error(0..<0, "\(error)", remedy: "correct the text"))
        }
    }

    /// What to do about elements that cannot be linked.
    ///
    /// - Parameter caps: the place of the caps between them.
    private func linkRemedy(_ caps: Range<Int>?) -> String {
        if let words = caps.map({ file.launch.words(in: $0) }),
            let whole = words.firstMatch(of: #/framerate\s*=\s*(\d+)\s*($|[,;"'])/#)
        {
            return "write the frame rate as a fraction: framerate=\(whole.1)/1"
        }
        return "put a converter between them (videoconvert, h264parse), or correct the caps"
    }

    /// Finds whether a forgotten `!` separates the elements of the contract.
    ///
    /// A link to a bin does not say to which element inside it.
    private mutating func checkFlow() {
        guard file.category != .live, !graph.elements.contains(where: \.isBin) else { return }
        let required = PipelineContract.entries(for: file.category, sends: true).filter(\.isRequired)
        for (source, sink) in zip(required, required.dropFirst()) {
            guard let from = graph.index(named: source.name), let to = graph.index(named: sink.name),
                !graph.leads(from: from, to: to)
            else { continue }
            findings.append(
                .error(
                    graph.elements[to].range, "no link leads from \"\(source.name)\" to \"\(sink.name)\"",
                    remedy: "write the \"!\" that is missing between them"))
        }
    }
}
