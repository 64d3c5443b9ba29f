// SPDX-License-Identifier: Apache-2.0
import Camera
import HTTPTypes
import Hummingbird
import Media
import NIOCore
import Recorder
import Trust
import Viewing
import Wire

extension RouteTable {
    /// A camera's live video as pictures.
    mutating func addPictures(_ preview: Preview, _ gate: NodeGate) {
        on(.get, "/v1/live/picture", needs: .watching) { _, context in
            let rights = gate.currentRights(context)
            return .pictures(try preview.pictures(), context) { Requirement.watching.isMet(by: rights()) }
        }
    }

    /// The live video of a recorder's cameras as pictures.
    mutating func addPictures(of recorder: RecorderNode, _ gate: NodeGate) {
        on(.get, "/v1/cameras/{id}/picture", needs: .viewOfSome(or: [])) { _, context in
            let (camera, rights) = (try context.segment("id"), gate.currentRights(context))
            let pictures = try await recorder.pictures(of: camera, within: rights().scope())
            return .pictures(pictures, context) { rights().scope().includes(camera) }
        }
    }
}

extension Response {
    /// A sequence of pictures (RFC 2046 §5.1, in browsers `multipart/x-mixed-replace`); each part names the frame that it shows.
    ///
    /// It ends before the first picture that the visitor may no longer see.
    fileprivate static func pictures(
        _ pictures: AsyncStream<PreviewPicture>, _ context: ControlContext,
        while isAllowed: @escaping @Sendable () -> Bool
    ) -> Response {
        let body = ResponseBody.pushed(
            on: context.channel, pictures, capacity: 1, mayDrop: true,
            write: { item in
                guard isAllowed() else { throw Problem.notGranted(.anyOf(.view), in: context) }
                return part(of: item)
            })
        return Response(
            status: .ok,
            headers: [.contentType: "multipart/x-mixed-replace; boundary=longshot", .cacheControl: "no-store"],
            body: body)
    }

    private static func part(of item: Pushed<PreviewPicture>) -> ByteBuffer {
        // As a keep-alive: an empty line between parts is ignored.
        guard case .element(let picture) = item else { return ByteBuffer(string: "\r\n") }
        var head = "--longshot\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.jpeg.count)\r\n"
        head += "Longshot-Epoch: \(picture.epoch)\r\nLongshot-Tick: \(picture.tick.rawValue)\r\n"
        if let capturedAt = picture.capturedAt { head += "Longshot-Captured-At: \(capturedAt)\r\n" }
        var part = ByteBuffer(string: head + "\r\n")
        part.writeBytes(picture.jpeg)
        part.writeString("\r\n")
        return part
    }
}
