// SPDX-License-Identifier: Apache-2.0

/// Identifies a service as Avahi does: a node has one for each interface and protocol.
struct ServiceKey: Hashable, Comparable {
    let interface: Int32
    let protocolNumber: Int32
    /// The instance name exactly as received, because Avahi's functions need it unchanged.
    let name: String
    let domain: String

    static func < (left: ServiceKey, right: ServiceKey) -> Bool {
        (left.interface, left.protocolNumber, left.name, left.domain)
            < (right.interface, right.protocolNumber, right.name, right.domain)
    }
}

extension ServiceKey {
    /// The service that a callback names; nil if it names none, as for "all for now".
    init?(interface: Int32, protocolNumber: Int32, name: UnsafePointer<CChar>?, domain: UnsafePointer<CChar>?) {
        guard let name, let domain else { return nil }
        (self.interface, self.protocolNumber) = (interface, protocolNumber)
        (self.name, self.domain) = (String(cString: name), String(cString: domain))
    }
}
