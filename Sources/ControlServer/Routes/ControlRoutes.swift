// SPDX-License-Identifier: Apache-2.0
import Camera
import HTTPTypes
import Trust
import Wire

extension RouteTable {
    /// The camera's controls.
    mutating func addControls(_ controls: CameraControls, _ gate: NodeGate) {
        on(.get, "/v1/controls", needs: [.view, .shoot]) { _, _ in try .json(await controls.sheet()) }
        on(.patch, "/v1/controls", needs: .shoot) { request, context in
            let change = try await request.json(ControlChange.self, context)
            let who =
                switch context.visitor {
                case .peer(let id): gate.peers[id]?.name.text ?? id.text
                case .browser(let id): gate.browsers.name(of: id) ?? "a browser"
                case .owner, .anonymous, .stranger, nil: "owner"
                }
            return try .json(await controls.change(change, by: who))
        }
    }
}
