// SPDX-License-Identifier: Apache-2.0
import Camera
import Hummingbird
import Nearby
import NIOCore
import Trust
import Wire

extension RouteTable {
    /// Where peers are before a camera.
    mutating func addNearby(_ desk: NearbyDesk, _ gate: NodeGate) {
        on(.get, "/v1/nearby/lens", needs: .view) { _, _ in try .json(await desk.lenses.report()) }
        on(.put, "/v1/nearby/lens", needs: .admin) { request, context in
            let change = try await request.json(LensChange.self, context)
            try await desk.lenses.keep(change.lens, isFieldOfView: change.isFieldOfView ?? false)
            return try .json(await desk.lenses.report())
        }
        on(.delete, "/v1/nearby/lens", needs: .admin) { _, _ in
            try await desk.lenses.forget()
            return .done
        }
        on(.post, "/v1/nearby", needs: .view) { request, context in
            let wish = try await request.json(NearbyRequest.self, context)
            let session = try await desk.begin(wish, for: context.rangingPeer())
            return try .json(session, status: .created, location: "/v1/nearby/\(session.id)")
        }
        on(.patch, "/v1/nearby/{id}", needs: .view) { request, context in
            let change = try await request.json(NearbyChange.self, context)
            try desk.change(context.segment("id"), change, for: context.rangingPeer())
            return .done
        }
        on(.delete, "/v1/nearby/{id}", needs: .view) { _, context in
            try desk.end(context.segment("id"), for: context.rangingPeer())
            return .done
        }
        on(.get, "/v1/nearby/{id}/updates", needs: .view) { _, context in
            let (id, peer) = try (context.segment("id"), context.rangingPeer())
            let updates = try desk.updates(of: id, for: peer)
            return .updates(updates, context) { [visitor = context.visitor] update in
                // Looks the rights up for each update, because they may be withdrawn while the stream is open.
                if let visitor, gate.rights(of: visitor).grants.contains(.view) { return update }
                try? desk.end(id, for: peer, because: "revoked")
                return NearbyUpdate(token: update.token, phase: .invalidated, reason: "revoked")
            }
        }
        on(.get, "/v1/nearby/tags/{tag}", needs: .view) { _, context in
            let number = try context.number("tag")
            guard let pattern = TagPattern(number) else {
                throw Problem.notFound("there is no tag \(number): they are numbered from 0 to \(TagPattern.count - 1)")
            }
            return .text(pattern.svg, type: "image/svg+xml")
        }
    }
}

extension ControlContext {
    /// The visitor as the owner of sessions.
    fileprivate func rangingPeer() throws -> String {
        switch visitor {
        case .owner: return "owner"
        case .peer(let id): return "peer \(id.text)"
        case .browser(let id): return "browser \(id)"
        case .stranger, .anonymous, nil: throw Problem.notSignedIn
        }
    }
}

extension Response {
    /// Updates as server-sent events (WHATWG HTML §9.2), of which a slow client misses the older ones.
    fileprivate static func updates(
        _ updates: AsyncStream<NearbyUpdate>, _ context: ControlContext,
        shown: @escaping @Sendable (NearbyUpdate) -> NearbyUpdate?
    ) -> Response {
        let body = ResponseBody.pushed(
            on: context.channel, updates, shown: shown, greeting: ": longshot\n\n", capacity: 8, mayDrop: true,
            write: { item in
                guard case .element(let update) = item else { return ByteBuffer(string: ":\n\n") }
                var text = ByteBuffer(string: "event: nearby\ndata: ")
                text.writeBytes(try JSON.encode(update))
                text.writeString("\n\n")
                return text
            })
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }
}
