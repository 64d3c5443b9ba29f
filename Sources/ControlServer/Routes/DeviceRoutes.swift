// SPDX-License-Identifier: Apache-2.0
import Camera
import Hummingbird
import Trust
import Wire

extension RouteTable {
    /// The cameras that are plugged into a camera node's machine, and those on its networks.
    ///
    /// Only administrators see what else the machine has.
    mutating func addDevices(_ devices: DeviceDesk, _ network: NetworkCameraDesk) {
        on(.get, "/v1/devices", needs: .admin) { _, _ in try .json(await devices.list()) }
        on(.get, "/v1/devices/picture", needs: .admin) { request, context in
            guard let path = request.uri.queryParameters["path"].map(String.init) else {
                throw Problem.badRequest("query parameter path names the camera")
            }
            return try await Content(devices.picture(of: path), type: "image/jpeg", sha256: nil).response(
                to: request, context)
        }
        on(.put, "/v1/devices/active", needs: .admin) { request, context in
            try .json(await devices.use(request.json(DeviceChange.self, context).path))
        }
        // A request with a body, because a password has no place in an address.
        on(.post, "/v1/devices/network", needs: .admin) { request, context in
            try .json(await network.search(request.json(NetworkSearch.self, context)))
        }
        on(.post, "/v1/devices/network/picture", needs: .admin) { request, context in
            let picture = try await network.picture(request.json(NetworkPicture.self, context))
            return try Content(picture, type: "image/jpeg", sha256: nil).response(to: request, context)
        }
    }
}
