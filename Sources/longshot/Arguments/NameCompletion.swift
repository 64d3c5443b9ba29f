// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import SystemPackage
import Tasks
import Trust
import Wire

/// Completes a name in a shell, from the words of the command line so far.
struct NameCompletion: Sendable {
    /// The limit for a node to answer while a person waits.
    private static let patience = Duration.seconds(2)

    private let words: [String]

    /// Completes with the names that a function returns; without a name if it fails or takes too long.
    ///
    /// - Parameter withFiles: whether files are offered, too. Bash does that by itself where no name fits.
    static func kind(
        withFiles: Bool = false, _ names: @escaping @Sendable (NameCompletion) async throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, prefix in
            let completion = NameCompletion(words: words.map(Self.unquoted))
            let found = try? await withTimeout(patience) { try await names(completion) }
            return offered(found ?? [], withFiles: withFiles, words, prefix)
        }
    }

    /// The names that fit, and files if they are taken; for bash a word instead of them.
    private static func offered(
        _ names: [String], withFiles: Bool, _ words: [String], _ prefix: String
    ) -> [String] {
        guard withFiles else { return matching(names, words, prefix) }
        guard CompletionShell.requesting != .bash else {
            return matching(names, words, prefix) + [BashCompletion.withFiles]
        }
        return matching(names + files(beginning: unquoted(prefix)), words, prefix)
    }

    /// The files and folders whose paths begin so; folders end with a slash.
    private static func files(beginning prefix: String) -> [String] {
        let folder = String(prefix[..<(prefix.lastIndex(of: "/").map(prefix.index(after:)) ?? prefix.startIndex)])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
            let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: folder + name)) != nil
            return folder + name + (isFolder ? "/" : "")
        }
    }

    /// Completes with names that are known without a node, and with files.
    static func localOrFile(_ names: @escaping @Sendable (NameCompletion) -> [String]) -> CompletionKind {
        .custom { words, _, prefix in
            offered(names(NameCompletion(words: words.map(Self.unquoted))), withFiles: true, words, prefix)
        }
    }

    /// Leaves out names that do not begin like the word, and names that the command line has already.
    private static func matching(_ names: [String], _ words: [String], _ prefix: String) -> [String] {
        let (given, start) = (Set(words), unquoted(prefix))
        return names.filter { $0.hasPrefix(start) && !given.contains($0) }
    }

    /// The selected camera, recorder or node; the options are those of `TargetOptions`.
    var camera: CameraTarget {
        var target = CameraTarget()
        (target.camera, target.home) = (value(of: "--camera"), home)
        return target
    }

    var recorder: RecorderTarget {
        var target = RecorderTarget()
        (target.recorder, target.home) = (value(of: "--recorder"), home)
        return target
    }

    var node: AnyTarget {
        var target = AnyTarget()
        (target.node, target.home) = (value(of: "--node"), home)
        return target
    }

    /// The value of `--home`.
    var home: String? {
        value(of: "--home").map { path in
            // Foundation's expansion knows the user's folder only by the list of users.
            guard path.hasPrefix("~/"), let folder = ProcessInfo.processInfo.environment["HOME"] else { return path }
            return folder + path.dropFirst()
        }
    }

    /// The names of this user's paired nodes of a role; creates no identity.
    func paired(_ roles: Set<PeerRole>) throws -> [String] {
        let folder = NodeHome(nil, usually: "remote").path
        guard FileManager.default.fileExists(atPath: folder.appending("identity").string) else { return [] }
        return try PeerStore(home: folder).peers.filter { !$0.isRevoked && roles.contains($0.role) }.words
    }

    private func value(of option: String) -> String? {
        for (index, word) in words.enumerated().reversed() {
            if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
            if word == option, words.indices.contains(index + 1) { return words[index + 1] }
        }
        return nil
    }

    /// A word of the shell without quotes and escapes.
    private static func unquoted(_ word: String) -> String {
        word.filter { !#"'"\"#.contains($0) }
    }
}

extension [Peer] {
    /// The words for peers on a command line.
    var words: [String] { DistinctNames.words(map { ($0.id.text, $0.name.text) }) }
}
