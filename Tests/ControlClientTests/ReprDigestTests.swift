// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ControlClient

@Suite("Repr-Digest")
struct ReprDigestTests {
    // The digest of the content in RFC 9530 §B.1.
    static let base64 = "RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg="
    static let hex = "44aff4ab2d7c3250525675a08f0cfa9591168cffe51791c5f5bbc417c15a6c38"

    @Test(
        "SHA-256 is found among others",
        arguments: [
            "sha-256=:\(base64):", "sha-512=:AAAA:, sha-256=:\(base64):",
            "md5=:AA==:,\tsha-256=:\(base64): , x=1",
        ])
    func found(field: String) {
        #expect(ReprDigest(field)?.sha256 == Self.hex)
    }

    @Test(
        "What is no SHA-256 is none",
        arguments: [
            "", ",", "sha-256", "sha-256=", "sha-256=::", "sha-256=:AAAA:", "sha-256=:%%%%:",
            "sha-512=:\(base64):",
            "sha-256=\(base64)", " ",
        ])
    func absent(field: String) {
        #expect(ReprDigest(field) == nil)
    }
}
