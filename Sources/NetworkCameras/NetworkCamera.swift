// SPDX-License-Identifier: Apache-2.0

/// A camera on the network that speaks ONVIF, and the streams that it offers.
package struct NetworkCamera: Encodable, Sendable, Equatable {
    /// The camera's own id, usually `urn:uuid:…`; nil if it was asked by its address.
    package var id: String?
    /// The camera's name; nil if it tells none.
    package var name: String?
    /// The model; nil if it tells none.
    package var hardware: String?
    /// The host at which it answered.
    package var host: String
    /// The address of its device service.
    package var service: String
    /// Its streams, the largest first; empty if it did not tell them.
    package var streams: [NetworkStream] = []
    /// Why its streams are not known; nil if they are.
    package var problem: NetworkCameraError?
}
