// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML

/// An element of an XML document, without comments, processing instructions and namespaces.
///
/// SOAP messages use different prefixes for the same names, so only local names count.
package struct XMLTree: Equatable {
    /// The local name.
    package var name: String
    /// The attributes.
    package var attributes: [String: String] = [:]
    /// The text directly within it, without white space around it.
    package var text = ""
    /// The elements directly within it.
    package var children: [XMLTree] = []

    /// The largest document in bytes, the most elements, and the deepest element.
    package static let (largest, most, deepest) = (256 * 1_024, 10_000, 64)

    /// Parses a document in UTF-8.
    ///
    /// Throws `NetworkCameraError.unreadable` for what is no XML, for more than the limits, and for a document type declaration,
    /// which SOAP forbids (SOAP 1.2 part 1, section 5): it could name other files, and entities that grow without bound.
    package init(_ document: some Collection<UInt8>) throws(NetworkCameraError) {
        guard document.count <= Self.largest else { throw .unreadable("it is larger than \(Self.largest / 1_024) kB") }
        guard let text = String(validating: document, as: UTF8.self) else { throw .unreadable("it is not UTF-8") }
        guard !text.contains("<!DOCTYPE"), !text.contains("<!ENTITY") else {
            throw .unreadable("it has a document type declaration")
        }
        let (parser, builder) = (XMLParser(data: Data(text.utf8)), Builder())
        (parser.delegate, parser.shouldProcessNamespaces) = (builder, true)
        guard parser.parse(), let root = builder.root else { throw .unreadable("it is not XML") }
        self = root
    }

    private init(name: String, attributes: [String: String]) {
        (self.name, self.attributes) = (name, attributes)
    }

    /// The first element along a path of names, each directly within the one before.
    package func first(_ path: String...) -> XMLTree? { first(along: path) }

    /// The text of an element along a path; nil if there is none or if it is empty.
    package func text(_ path: String...) -> String? {
        first(along: path).flatMap { $0.text.isEmpty ? nil : $0.text }
    }

    private func first(along path: [String]) -> XMLTree? {
        path.reduce(self) { tree, name in tree?.children.first { $0.name == name } }
    }

    /// Builds the tree while the parser reads.
    private final class Builder: NSObject, XMLParserDelegate {
        private var open: [XMLTree] = []
        private var count = 0
        private(set) var root: XMLTree?

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            count += 1
            guard count <= XMLTree.most, open.count < XMLTree.deepest else { return parser.abortParsing() }
            open.append(XMLTree(name: name, attributes: attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if !open.isEmpty { open[open.count - 1].text += text }
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            guard var element = open.popLast() else { return }
            element.text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
            if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
        }
    }
}
