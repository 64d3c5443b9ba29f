// SPDX-License-Identifier: Apache-2.0

/// The names of the elements that the program uses in a pipeline (`docs/reference/pipelines.md`).
enum PipelineContract {
    /// A name that texts of a category must or may have.
    struct Entry {
        let name: String
        /// The allowed factories; empty for any.
        let factories: [String]
        let isRequired: Bool
        let purpose: String
    }

    /// The names of a category; `sends` says whether a live text sends or receives.
    ///
    /// Required names are in the order in which data flows, except those of live texts.
    static func entries(for category: PipelineCategory, sends: Bool) -> [Entry] {
        switch category {
        case .capture:
            [
                Entry(name: "camera", factories: [], isRequired: true, purpose: "is where frames are counted"),
                Entry(name: "encoded", factories: ["appsink"], isRequired: true, purpose: "gives the access units"),
                Entry(
                    name: "frames", factories: ["appsink"], isRequired: false, purpose: "gives raw frames for stills"),
                Entry(name: "server", factories: [], isRequired: false, purpose: "connects to a camera on the network"),
                Entry(
                    name: "depayloader", factories: [], isRequired: false,
                    purpose: "is where missing packets are counted"
                ),
            ]
        case .live:
            [
                Entry(
                    name: "access_units", factories: sends ? ["appsrc"] : ["appsink"], isRequired: true,
                    purpose: sends ? "takes the access units" : "gives the access units"),
                Entry(
                    name: "media", factories: [], isRequired: true,
                    purpose: "gets its port from the program"),
                Entry(
                    name: "protect", factories: ["srtpenc"], isRequired: sends, purpose: "encrypts what is sent"),
                Entry(
                    name: "unprotect", factories: ["srtpdec"], isRequired: !sends,
                    purpose: "lets only the packets of the other node pass"),
            ]
        case .screen:
            [
                Entry(name: "access_units", factories: ["appsrc"], isRequired: true, purpose: "takes the access units"),
                Entry(name: "screen", factories: [], isRequired: true, purpose: "shows the pictures"),
            ]
        case .view:
            [
                Entry(name: "access_units", factories: ["appsrc"], isRequired: true, purpose: "takes the access units"),
                Entry(
                    name: "payloader", factories: [], isRequired: true,
                    purpose: "gets the payload type that the browser has chosen"),
                Entry(name: "peer", factories: ["webrtcbin"], isRequired: true, purpose: "encrypts and sends"),
            ]
        case .still:
            [
                Entry(name: "frame", factories: ["appsrc"], isRequired: true, purpose: "takes the raw frame"),
                Entry(name: "still", factories: ["appsink"], isRequired: true, purpose: "gives the photograph"),
            ]
        case .check:
            [
                Entry(
                    name: "file", factories: ["filesrc"], isRequired: true,
                    purpose: "gets its location from the program"),
                Entry(name: "frames", factories: [], isRequired: true, purpose: "is where pictures are counted"),
            ]
        case .export:
            [
                Entry(name: "group", factories: ["appsrc"], isRequired: true, purpose: "takes the access units"),
                Entry(
                    name: "shown", factories: [], isRequired: true,
                    purpose: "is where the pictures before the first shown one are dropped"),
                Entry(
                    name: "encoder", factories: ["x264enc"], isRequired: true,
                    purpose: "gets ids of parameter sets that the recording does not use"),
                Entry(name: "encoded", factories: ["appsink"], isRequired: true, purpose: "gives the access units"),
            ]
        }
    }

    /// The category of a text, by the names in it.
    static func category(of graph: LaunchGraph) -> PipelineCategory {
        let names = Set(graph.elements.compactMap { $0.name?.value })
        // Only a capture pipeline has that name: another one may be a slip, such as `frame` for `frames`.
        if names.contains("encoded") { return .capture }
        if names.contains("screen") { return .screen }
        if names.contains("peer") { return .view }
        if names.contains("access_units") { return .live }
        if names.contains("still") || names.contains("frame") { return .still }
        if names.contains("group") { return .export }
        if names.contains("file") { return .check }
        return .capture
    }
}
