// SPDX-License-Identifier: Apache-2.0

/// The versions of the packages that this program is built with: written by scripts/versions, not by hand.
enum ResolvedVersions {
    /// Each package and its version, by name.
    static let list = [
        ("async-http-client", "1.37.0"),
        ("grdb.swift", "7.10.0"),
        ("hummingbird", "2.28.1"),
        ("swift-algorithms", "1.2.1"),
        ("swift-argument-parser", "1.8.2"),
        ("swift-asn1", "1.7.4"),
        ("swift-async-algorithms", "1.1.4"),
        ("swift-atomics", "1.3.0"),
        ("swift-certificates", "1.21.1"),
        ("swift-collections", "1.6.0"),
        ("swift-configuration", "1.4.0"),
        ("swift-crypto", "4.5.2"),
        ("swift-distributed-tracing", "1.7.3"),
        ("swift-http-structured-headers", "1.7.0"),
        ("swift-http-types", "1.8.0"),
        ("swift-log", "1.16.2"),
        ("swift-metrics", "2.13.0"),
        ("swift-nio", "2.101.2"),
        ("swift-nio-extras", "1.35.2"),
        ("swift-nio-http2", "1.46.0"),
        ("swift-nio-ssl", "2.37.6"),
        ("swift-nio-transport-services", "1.28.0"),
        ("swift-numerics", "1.1.1"),
        ("swift-service-context", "1.5.1"),
        ("swift-service-lifecycle", "2.13.0"),
        ("swift-subprocess", "1.0.2"),
        ("swift-system", "1.8.1"),
        ("yams", "6.2.2"),
    ]
}
