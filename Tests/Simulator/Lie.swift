// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

@testable import Recorder

/// What a lying camera tells: its true answer with one number, word or key of its JSON changed.
enum Lie {
    /// The changed answer, read as the recorder reads it.
    ///
    /// Throws for one that cannot be read.
    static func about<Answer: Codable>(_ answer: Answer, _ dice: inout Dice) throws -> Answer {
        let tree = try JSONSerialization.jsonObject(with: JSON.encode(answer), options: .fragmentsAllowed)
        let paths = paths(in: tree)
        guard !paths.isEmpty else { return answer }
        let told = change(tree, at: paths[dice.below(paths.count)][...], &dice) ?? tree
        do {
            return try JSON.decode(
                Answer.self, from: JSONSerialization.data(withJSONObject: told, options: .fragmentsAllowed))
        } catch {
            throw Unreadable()
        }
    }

    /// The paths of all values that have no others in them; a position in a list is written as a number.
    private static func paths(in node: Any) -> [[String]] {
        switch node {
        case let node as [String: Any]:
            node.keys.sorted().flatMap { key in node[key].map { paths(in: $0) }?.map { [key] + $0 } ?? [] }
        case let node as [Any]: node.indices.flatMap { index in paths(in: node[index]).map { ["\(index)"] + $0 } }
        default: [[]]
        }
    }

    /// The value with what is at a path changed; nil if the value itself is left out.
    private static func change(_ node: Any, at path: ArraySlice<String>, _ dice: inout Dice) -> Any? {
        guard let key = path.first else { return other(than: node, &dice) }
        if var node = node as? [String: Any], let inner = node[key] {
            node[key] = change(inner, at: path.dropFirst(), &dice)
            return node
        }
        if var node = node as? [Any], let index = Int(key) {
            node[index] = change(node[index], at: path.dropFirst(), &dice) ?? NSNull()
            return node
        }
        return node
    }

    /// Another value of the same kind; nil for none.
    private static func other(than leaf: Any, _ dice: inout Dice) -> Any? {
        if dice.hits(150) { return nil }
        if let text = leaf as? String {
            return ["", text + "0", String(text.reversed()), String(text.dropLast())][dice.below(4)]
        }
        guard let number = leaf as? Int else { return 0 }
        return [number &+ 1, number &- 1, 0, 0 &- number, number &* 1_000, 1 << 52, .max, .min][dice.below(8)]
    }
}

/// An answer of the camera could not be read.
struct Unreadable: CameraConnectionError {
    let isTransient = false
    let isNotPaired = false
}
