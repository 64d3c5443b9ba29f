// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Wire

extension RouteTable {
    /// Everything that a node serves.
    init(_ node: ServedNode) {
        on(.get, "/v1/node") { _, _ in try .json(node.description) }
        on(.get, "/v1/state") { _, _ in try .json(await node.state()) }
        on(.get, "/v1/time") { _, _ in try .json(node.clock()) }
        on(.get, "/v1/events") { request, context in
            EventResponse(feed: node.events, after: try request.lastEvent()).response(context)
        }
        switch node {
        case .camera(let camera):
            addLive(of: camera)
            addFootage(of: camera)
            addStills(of: camera)
            addPipelines(of: camera)
        case .recorder(let recorder):
            addRecordings(of: recorder)
            addFiles(of: recorder)
        }
    }
}
