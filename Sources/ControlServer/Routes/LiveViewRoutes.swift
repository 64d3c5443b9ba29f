// SPDX-License-Identifier: Apache-2.0
import Camera
import HTTPTypes
import Hummingbird
import NIOCore
import Recorder
import Trust
import Viewing
import Wire

extension RouteTable {
    /// A camera's live video in browsers (draft-ietf-wish-whep).
    mutating func addLiveView(of camera: CameraNode, _ gate: NodeGate) {
        on(.options, "/v1/live/whep", needs: .watching) { _, _ in
            camera.viewers.prepare(for: camera.description.id)
            return .acceptsOffers
        }
        on(.post, "/v1/live/whep", needs: .watching) { request, context in
            let rights = gate.currentRights(context)
            let admission = try await camera.viewers.open(
                request.sessionDescription(context), of: camera.description.id, at: context.viewerAddresses,
                reaching: context.viewerReach, while: { Requirement.watching.isMet(by: rights()) })
            return .admission(admission, location: "/v1/live/whep/\(admission.id)")
        }
        on(.delete, "/v1/live/whep/{id}", needs: .watching) { _, context in
            try camera.viewers.close(context.segment("id"))
            return .done
        }
    }

    /// The live video of a recorder's cameras.
    mutating func addLiveView(of recorder: RecorderNode, _ gate: NodeGate) {
        on(.options, "/v1/cameras/{id}/whep", needs: .viewOfSome(or: [])) { _, context in
            try recorder.prepareViewer(of: context.segment("id"), within: context.rights.scope())
            return .acceptsOffers
        }
        on(.post, "/v1/cameras/{id}/whep", needs: .viewOfSome(or: [])) { request, context in
            let (camera, rights) = (try context.segment("id"), gate.currentRights(context))
            let admission = try await recorder.openViewer(
                request.sessionDescription(context), of: camera, within: { rights().scope() },
                at: context.viewerAddresses, reaching: context.viewerReach)
            let name = PercentEncoding.encode(camera)
            return .admission(admission, location: "/v1/cameras/\(name)/whep/\(admission.id)")
        }
        on(.delete, "/v1/cameras/{id}/whep/{viewer}", needs: .viewOfSome(or: [])) { _, context in
            try recorder.closeViewer(
                context.segment("viewer"), of: context.segment("id"), within: context.rights.scope())
            return .done
        }
    }
}

extension Request {
    /// The body as a session description; other code parses and checks it.
    fileprivate func sessionDescription(_ context: ControlContext) async throws -> String {
        String(decoding: try await body(of: "application/sdp", context), as: UTF8.self)
    }
}

extension ControlContext {
    /// The addresses at which a browser may reach this node, beginning with the one that it already uses.
    fileprivate var viewerAddresses: [String] {
        LocalAddresses.list(reachedAt: ends?.here, listeningOn: channel.parent?.localAddress?.plainIPAddress)
    }

    /// The addresses at which this node may reach the browser.
    fileprivate var viewerReach: ViewerReach {
        ViewerReach(viewer: ends?.there, interfaces: LocalAddresses.interfaces())
    }
}

extension Response {
    /// Says what a viewer may send (RFC 9725 §4.2).
    fileprivate static var acceptsOffers: Response {
        Response(status: .noContent, headers: [.acceptPost: "application/sdp"])
    }

    /// The answer to an admitted viewer, and the location at which the view can be ended.
    fileprivate static func admission(_ admission: Viewers.Admission, location: String) -> Response {
        Response(
            status: .created, headers: [.contentType: "application/sdp", .location: location],
            body: .init(byteBuffer: ByteBuffer(string: admission.answer)))
    }
}

extension HTTPField.Name {
    fileprivate static var acceptPost: Self { HTTPField.Name("Accept-Post") ?? .accept }
}
