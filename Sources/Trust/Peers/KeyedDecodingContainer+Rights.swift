// SPDX-License-Identifier: Apache-2.0

extension KeyedDecodingContainer {
    /// Reads grants, and the optional list of cameras to which `view` is bounded.
    ///
    /// Throws if the list is longer than `Rights.cameraLimit`.
    func decodeRights(grants: Key, viewOf: Key) throws -> Rights {
        Rights(try decode(Grants.self, forKey: grants), viewOf: try decodeBound(viewOf) ?? [])
    }

    /// Reads a list of cameras to which `view` is bounded; nil if there is none.
    ///
    /// Throws if the list is longer than `Rights.cameraLimit`.
    func decodeBound(_ key: Key) throws -> [NodeID]? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        var list = try nestedUnkeyedContainer(forKey: key)
        var cameras: [NodeID] = []
        while !list.isAtEnd {
            guard cameras.count < Rights.cameraLimit else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "more than \(Rights.cameraLimit) cameras are named")
            }
            cameras.append(try list.decode(NodeID.self))
        }
        return cameras
    }
}
