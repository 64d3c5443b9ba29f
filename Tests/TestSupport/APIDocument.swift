// SPDX-License-Identifier: Apache-2.0
import Foundation
import Yams

/// The parts of `docs/openapi.yaml` that liars need: the request and response of each route.
package struct APIDocument: Sendable {
    /// One route.
    package struct Route: Sendable {
        package let method: String
        /// The segments of the path; nil for a parameter.
        package let path: [String?]
        /// `camera`, `recorder` or `both`.
        package let servedBy: String
        /// The schema of the request body; nil for none, or one that is not JSON.
        package let request: JSONText?
        /// The schema of the response; nil for one that is not JSON.
        package let response: JSONText?
        /// The parameters of the query.
        package let query: [String]
        /// The possible statuses of the response.
        package let statuses: Set<Int>

        /// Whether a path without its query belongs to this route.
        package func matches(_ method: String, _ segments: [Substring]) -> Bool {
            self.method == method && path.count == segments.count
                && zip(path, segments).allSatisfy { own, other in own.map { $0 == other } ?? true }
        }

        /// The method and the path, with `{}` for each parameter.
        package var name: String { "\(method) " + path.map { "/" + ($0 ?? "{}") }.joined() }
    }

    package let routes: [Route]
    private let schemas: JSONText

    /// Reads the document of this checkout.
    package init() throws {
        let text = try String(contentsOfFile: Checkout.file("docs/openapi.yaml"), encoding: .utf8)
        guard let document = try Yams.compose(yaml: text).map(Self.json), let paths = document["paths"]?.fields,
            let schemas = document["components"]?["schemas"]
        else { throw WaitedInVain(description: "docs/openapi.yaml has no paths or no schemas") }
        self.schemas = schemas
        routes = paths.flatMap { path, methods in
            methods.fields.map { method, operation in Self.route(method, path, operation) }
        }.sorted { ($0.path.count { $0 == nil }, $0.name) < ($1.path.count { $0 == nil }, $1.name) }
    }

    private static func route(_ method: String, _ path: String, _ operation: JSONText) -> Route {
        let json = "application/json"
        let responses = operation["responses"]?.fields ?? []
        let good = responses.first { $0.name.hasPrefix("2") }?.value
        return Route(
            method: method.uppercased(),
            path: path.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) },
            servedBy: operation["x-served-by"]?.string ?? "both",
            request: operation["requestBody"]?["content"]?[json]?["schema"],
            response: good?["content"]?[json]?["schema"],
            query: operation["parameters"]?.items.compactMap {
                $0["in"]?.string == "query" ? $0["name"]?.string : nil
            } ?? [],
            statuses: Set(responses.compactMap { Int($0.name) }))
    }

    /// The route of a path with or without a query; literal segments take precedence over parameters.
    package func route(_ method: String, _ target: String) -> Route? {
        let segments = target.prefix { $0 != "?" }.split(separator: "/")
        return routes.first { $0.matches(method, segments) }
    }

    /// A schema by its name.
    package func schema(_ name: String) -> JSONText? { schemas[name] }

    /// The schema itself, or the one that it refers to.
    package func resolved(_ schema: JSONText) -> JSONText {
        guard let name = schema["$ref"]?.string?.split(separator: "/").last, let found = schemas[String(name)] else {
            return schema
        }
        return found
    }

    /// Converts YAML to JSON, as far as JSON can express it.
    private static func json(_ node: Node) -> JSONText {
        switch node {
        case .mapping(let mapping): .object(mapping.map { (name: $0.key.string ?? "", value: json($0.value)) })
        case .sequence(let sequence): .array(sequence.map(json))
        default:
            if let value = node.bool {
                .raw("\(value)")
            } else if let value = node.int {
                .raw("\(value)")
            } else if let value = node.float {
                .raw("\(value)")
            } else {
                .string(node.string ?? "")
            }
        }
    }
}
