// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Independent readers: zbarimg (Debian package zbar-tools), and rsvg-convert (librsvg2-bin) if it is installed.
enum Scanner {
    /// Whether rsvg-convert is installed.
    static let canPaint = FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")

    /// The texts that zbarimg reads in each picture, in order.
    static func read(_ bitmaps: [Bitmap]) throws -> [String] {
        try inFolder { folder in
            let names = try bitmaps.enumerated().map { index, bitmap in
                let file = folder.appending(path: "\(index).pgm")
                try Data(bitmap.picture).write(to: file)
                return file.path
            }
            return try scan(names)
        }
    }

    /// The texts that zbarimg reads in a drawing after librsvg has rendered it.
    static func paintAndRead(svg: String) throws -> [String] {
        try inFolder { folder in
            let (drawing, picture) = (folder.appending(path: "code.svg"), folder.appending(path: "code.png").path)
            try Data(svg.utf8).write(to: drawing)
            _ = try run("rsvg-convert", ["--width=600", "--output=\(picture)", drawing.path])
            return try scan([picture])
        }
    }

    private static func scan(_ names: [String]) throws -> [String] {
        try run("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable"] + names).split(separator: "\n")
            .map(String.init)
    }

    private static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "longshot-qr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
