// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Trust
import Wire

extension RouteTable {
    /// Everything that a node serves.
    init(_ node: ServedNode, peers: PeerStore, pairing: PairingDesk) {
        on(.get, "/v1/node", needs: .all) { _, _ in try .json(node.description) }
        on(.get, "/v1/state", needs: [.view, .record]) { _, _ in try .json(await node.state()) }
        on(.get, "/v1/time", needs: .all) { _, _ in try .json(node.clock()) }
        on(.get, "/v1/events", needs: [.view, .record]) { request, context in
            EventResponse(feed: node.events, after: try request.lastEvent()).response(context)
        }
        addTrust(peers, pairing)
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
