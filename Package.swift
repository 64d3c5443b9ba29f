// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Every target that must never say `unsafe` on its own.
let pure = strict + [.strictMemorySafety()]

/// Tests are not optimized themselves where what they test is: that takes a compiler minutes.
let tests = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The readers of bytes from outside: a test target, or with LONGSHOT_FUZZING the program of `scripts/fuzz`, which links
/// only where libFuzzer is linked.
let readers: [Target.Dependency] = [
    "ControlClient", "ControlServer", "Discovery", "Footage", "Media", "NetworkCameras", "Pipelines", "Transfers",
    "Trust",
    "Viewing", "Wire",
]
let fuzzing: Target =
    Context.environment["LONGSHOT_FUZZING"] == nil
    ? .testTarget(
        name: "FuzzTests", dependencies: readers + ["TestSupport"], exclude: ["main.swift"], swiftSettings: tests)
    : .executableTarget(
        name: "FuzzTests", dependencies: readers, path: "Tests/FuzzTests", exclude: ["FuzzTests.swift"],
        swiftSettings: strict)

let package = Package(
    name: "longshot",
    products: [
        .executable(name: "longshot", targets: ["longshot"]),
        .library(name: "GStreamer", targets: ["GStreamer"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig:
                "gstreamer-app-1.0 gstreamer-rtp-1.0 gstreamer-sdp-1.0 gstreamer-video-1.0 gstreamer-webrtc-1.0 gio-2.0",
            providers: [
                .apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libgstreamer-plugins-bad1.0-dev"])
            ]
        ),
        .systemLibrary(name: "CZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"])]),
        .target(
            name: "GStreamer",
            dependencies: ["CGStreamer", "CZimg"],
            resources: [.embedInCode("Resources/DebianElements.txt")],
            swiftSettings: strict
        ),
        .target(
            name: "Pipelines",
            dependencies: ["Disk", "GStreamer", .product(name: "SystemPackage", package: "swift-system")],
            resources: [.embedInCode("Shipped")],
            swiftSettings: pure
        ),
        .systemLibrary(name: "CVideo4Linux"),
        .target(name: "Video4Linux", dependencies: ["CVideo4Linux"], swiftSettings: strict),
        .systemLibrary(name: "CSandbox"),
        .target(name: "Sandbox", dependencies: ["CSandbox"], swiftSettings: strict),
        .systemLibrary(name: "CAvahi", providers: [.apt(["libavahi-client-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CAprilTag", pkgConfig: "apriltag", providers: [.apt(["libapriltag-dev"])]),
        .systemLibrary(name: "CMinpack", pkgConfig: "cminpack", providers: [.apt(["libcminpack-dev"])]),
        .target(name: "Nearby", dependencies: ["CAprilTag", "CMinpack", "Wire"], swiftSettings: strict),
        .target(name: "Discovery", dependencies: ["CAvahi", "Tasks"], swiftSettings: strict),
        .target(
            name: "NetworkCameras",
            dependencies: [
                "Tasks", "Wire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: pure
        ),
        .target(name: "QRCode", dependencies: ["CQREncode"], swiftSettings: strict),
        .target(name: "Tasks", swiftSettings: pure),
        .target(
            name: "Disk",
            dependencies: [.product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: pure
        ),
        .target(
            name: "Media",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: pure
        ),
        .target(name: "Wire", dependencies: ["Media"], swiftSettings: pure),
        .target(
            name: "Trust",
            dependencies: [
                "Disk", "Wire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "Footage",
            dependencies: [
                "Disk", "Media",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "Viewing",
            dependencies: [
                "Disk", "GStreamer", "Media", "Pipelines", "Sandbox", "Tasks", "Wire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "Camera",
            dependencies: [
                "Disk", "Footage", "GStreamer", "Media", "Nearby", "Pipelines", "QRCode", "Tasks", "Trust",
                "Video4Linux", "Viewing", "Wire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "Transfers",
            dependencies: [
                "Disk", "Footage", "Media", "Tasks", "Wire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "_NIOFileSystem", package: "swift-nio"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "ControlClient",
            dependencies: [
                "Disk", "Media", "Tasks", "Transfers", "Trust", "Wire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "Recorder",
            dependencies: [
                "Disk", "Footage", "GStreamer", "Media", "Pipelines", "Tasks", "Transfers", "Trust", "Viewing", "Wire",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "CameraClient",
            dependencies: [
                "ControlClient", "Disk", "Recorder", "Tasks", "Transfers", "Trust", "Wire",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: pure
        ),
        .target(
            name: "ControlServer",
            dependencies: [
                "Camera", "Disk", "Footage", "Media", "Nearby", "QRCode", "Recorder", "Tasks", "Transfers", "Trust",
                "Viewing", "Wire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            // What says to Node.js that the page's scripts are modules is for their tests.
            exclude: ["Page/package.json"],
            resources: [.embedInCode("Page")],
            swiftSettings: pure
        ),
        .executableTarget(
            name: "longshot",
            dependencies: [
                "Camera", "CameraClient", "ControlClient", "ControlServer", "Discovery", "Disk", "Footage", "GStreamer",
                "Media", "Nearby", "NetworkCameras", "Pipelines", "QRCode", "Recorder", "Sandbox", "Tasks", "Transfers",
                "Trust",
                "Video4Linux", "Viewing", "Wire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: pure
        ),
        .testTarget(
            name: "GStreamerTests", dependencies: ["CGStreamer", "GStreamer", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "PipelinesTests",
            dependencies: [
                "GStreamer", "Pipelines", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "ControlClient", "Media", "Trust", "Wire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Tests/TestSupport",
            swiftSettings: pure),
        .target(
            name: "MediaSamples",
            dependencies: [
                "Disk", "Media", "TestSupport",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/MediaSamples",
            swiftSettings: pure),
        .target(
            name: "FootageSupport", dependencies: ["Footage", "Media"], path: "Tests/FootageSupport",
            swiftSettings: pure),
        // Not shipped: what SandboxTests starts.
        .executableTarget(
            name: "SandboxProbe", dependencies: ["Sandbox"], path: "Tests/SandboxProbe", swiftSettings: strict),
        // Not shipped: simulated runs. What its C target defines takes precedence over the C library.
        .target(name: "CSimulator", path: "Tests/CSimulator"),
        .executableTarget(
            name: "Simulator",
            dependencies: [
                "CSimulator", "Camera", "Disk", "Footage", "FootageSupport", "GStreamer", "Media", "Pipelines",
                "Recorder", "Tasks",
                "Trust",
                "Wire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/Simulator",
            swiftSettings: strict),
        // Without the program among its dependencies: what that defines would take precedence in all tests.
        .testTarget(name: "SimulationTests", swiftSettings: tests),
        .testTarget(name: "SandboxTests", dependencies: ["Sandbox", "SandboxProbe"], swiftSettings: tests),
        .testTarget(name: "TasksTests", dependencies: ["Tasks", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "DiskTests",
            dependencies: ["Disk", "MediaSamples", .product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: tests
        ),
        .testTarget(
            name: "MediaTests",
            dependencies: [
                "Media", "MediaSamples", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(name: "WireTests", dependencies: ["Media", "TestSupport", "Wire"], swiftSettings: tests),
        .testTarget(name: "NearbyTests", dependencies: ["Nearby", "Wire"], swiftSettings: tests),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: tests),
        .testTarget(name: "DiscoveryTests", dependencies: ["Discovery", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "NetworkCamerasTests", dependencies: ["NetworkCameras", "TestSupport", "Wire"], swiftSettings: tests),
        .testTarget(
            name: "TrustTests",
            dependencies: [
                "TestSupport", "Trust", "Wire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "FootageTests",
            dependencies: [
                "Disk", "Footage", "FootageSupport", "Media", "MediaSamples", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "ViewingTests",
            dependencies: [
                "GStreamer", "Media", "MediaSamples", "Pipelines", "Tasks", "TestSupport", "Viewing", "Wire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "CameraTests",
            dependencies: [
                "Camera", "Footage", "GStreamer", "Media", "MediaSamples", "Pipelines", "Tasks", "TestSupport",
                "Video4Linux",
                "Viewing", "Wire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "RecorderTests",
            dependencies: [
                "CameraClient", "ControlClient", "Disk", "Footage", "FootageSupport", "Media", "MediaSamples",
                "Pipelines", "Recorder", "Tasks", "TestSupport", "Transfers", "Trust", "Viewing", "Wire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "TransfersTests",
            dependencies: [
                "Disk", "Media", "TestSupport", "Transfers", "Wire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "_NIOFileSystem", package: "swift-nio"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "ControlClientTests",
            dependencies: [
                "ControlClient", "Tasks", "TestSupport", "Trust", "Wire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "ControlServerTests",
            dependencies: [
                "Camera", "CameraClient", "ControlClient", "ControlServer", "Media", "Recorder", "Tasks", "TestSupport",
                "Transfers", "Trust",
                "Wire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Yams", package: "Yams"),
                .product(name: "_NIOFileSystem", package: "swift-nio"),
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "LongshotTests",
            dependencies: [
                "Camera", "Discovery", "Disk", "QRCode", "Recorder", "Tasks", "TestSupport", "Transfers", "Trust",
                "Video4Linux", "Wire", "longshot",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
        fuzzing,
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Sandbox", "TestSupport", "Trust", "longshot", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: tests
        ),
    ]
)
