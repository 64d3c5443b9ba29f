// SPDX-License-Identifier: Apache-2.0

/// One service as Avahi tells them apart: the same node once per interface and protocol.
struct ServiceKey: Hashable, Comparable {
    let interface: Int32
    let protocolNumber: Int32
    /// The instance name exactly as it came, which is what Avahi wants back.
    let name: String
    let domain: String

    static func < (left: ServiceKey, right: ServiceKey) -> Bool {
        (left.interface, left.protocolNumber, left.name, left.domain)
            < (right.interface, right.protocolNumber, right.name, right.domain)
    }
}

extension ServiceKey {
    /// What a callback of Avahi's names; nil when it names nothing, as for "all for now".
    init?(interface: Int32, protocolNumber: Int32, name: UnsafePointer<CChar>?, domain: UnsafePointer<CChar>?) {
        guard let name, let domain else { return nil }
        (self.interface, self.protocolNumber) = (interface, protocolNumber)
        (self.name, self.domain) = (String(cString: name), String(cString: domain))
    }
}
