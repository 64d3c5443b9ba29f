// SPDX-License-Identifier: Apache-2.0
import Pipelines

/// The names of a still in UTF-8, because EXIF's texts are ASCII (XMP specification, part 1, 7 and part 2, 3).
struct XMPPacket {
    /// The camera's make; nil if unknown.
    let make: String?
    /// The camera's model.
    let model: String

    /// The packet in UTF-8; nil if EXIF says the same.
    var bytes: [UInt8]? {
        let names = [("Make", make), ("Model", model)].compactMap { name, value in value.map { (name, $0) } }
        guard names.contains(where: { _, value in value != value.transliterated }) else { return nil }
        let fields = names.map { name, value in "<tiff:\(name)>\(value.asXML)</tiff:\(name)>" }
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/">\(fields.joined())\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            <?xpacket end="r"?>
            """.utf8)
    }
}
