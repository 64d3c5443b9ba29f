// SPDX-License-Identifier: Apache-2.0
package import Footage
import GStreamer
package import Media
import Pipelines
package import SystemPackage
import Synchronization

/// Encodes the first group of pictures of an export again, with the pipeline `export/first-group`.
package struct FirstGroupEncoder: GroupEncoder {
    private let library: PipelineLibrary
    /// The names of profiles that the encoder is told; for others it chooses by the decoded pictures.
    private static let profiles = [66: "constrained-baseline", 77: "main", 88: "main", 100: "high"]

    /// Uses the pipeline `first-group`, which a file in the home may override.
    package init(home: FilePath?) {
        library = PipelineLibrary(home: home)
    }

    /// Encodes all but the first `hidden` frames as a group of pictures of their own.
    package func encode(
        _ units: [AccessUnit], of format: VideoFormat, leavingOut hidden: Int
    ) async throws -> EncodedGroup {
        let free = format.freeParameterSetID
        var values = ["encoder.option-string=sps-id=\(free):scenecut=0"]
        if let profile = format.profile.flatMap({ Self.profiles[$0] }) {
            values.append("profile.caps=video/x-h264,profile=(string)\(profile)")
        }
        let pipeline = try library.find("first-group").makePipeline(values: values)
        let (source, sink) = try (pipeline.source(named: "group"), pipeline.sink(named: "encoded"))
        guard pipeline.element(named: "shown")?.dropFirst(hidden) == true else {
            throw FootageError.invalid("the pipeline first-group, whose element `shown` has no pad `src`")
        }
        return try await pipeline.playing { messages in
            try await withThrowingTaskGroup(of: EncodedGroup?.self) { group in
                group.addTask {
                    for await message in messages {
                        if case .failed(let diagnostic) = message { throw diagnostic }
                        if case .endOfStream = message { break }
                    }
                    return nil
                }
                group.addTask { try await Self.collect(from: sink) }
                for unit in units {
                    let bytes = AnnexB.bytes(of: unit, parameterSets: format.parameterSets)
                    _ = source.push(bytes, time: (unit.tick - units[0].tick) * 100_000 / 9)
                }
                source.end()
                defer { group.cancelAll() }
                while let result = try await group.next() {
                    if let result { return result }
                }
                throw CancellationError()
            }
        }
    }

    private static func collect(from sink: AppSink) async throws -> EncodedGroup {
        var assembler = AccessUnitAssembler(codec: .h264)
        var units: [AccessUnit] = []
        var sets: ParameterSets?
        try await sink.forEach(
            { (sample: borrowing Sample) -> FormattedAccessUnit? in
                let tick = Tick(rawValue: Int64(units.count) + 1)
                _ = try sample.withBytes { bytes in try assembler.push(bytes, tick: tick) }
                return assembler.flush()
            },
            perform: { made in
                sets = sets ?? made.format?.parameterSets
                units.append(made.unit)
            })
        guard let sets, units.first?.isSync == true else {
            throw FootageError.invalid("what the pipeline first-group made: it does not begin with a key frame")
        }
        return EncodedGroup(units: units, sets: sets)
    }
}
