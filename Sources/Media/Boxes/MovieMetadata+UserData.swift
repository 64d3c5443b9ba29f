// SPDX-License-Identifier: Apache-2.0

extension MovieMetadata {
    /// Writes `udta`: title, make and model as QuickTime's user data texts, and the list of chapters.
    ///
    /// Both exiftool and ffprobe show these texts under their plain names. Of keys in `meta` (`com.apple.quicktime.make`) ffprobe
    /// shows the whole key, and several players nothing.
    func writeUserData(_ writer: inout BoxWriter, _ chapters: MovieChapters, timescale: Int64) {
        writer.box("udta") {
            Self.write("nam", name, to: &$0)
            if let make = device.make { Self.write("mak", make, to: &$0) }
            if let model = device.model { Self.write("mod", model, to: &$0) }
            // exiftool shows this one; of the track it shows the rate only.
            if let text = timecode?.text(timescale) { Self.write("TIM", text, to: &$0) }
            chapters.writeList(&$0)
        }
    }

    /// Writes a text whose type is © in Mac OS Roman and three letters.
    private static func write(_ letters: StaticString, _ text: String, to writer: inout BoxWriter) {
        let bytes = Array(text.utf8.prefix(Int(UInt16.max)))
        writer.u32(bytes.count + 12)
        writer.u8(0xA9)
        writer.text(letters)
        writer.u16(bytes.count)
        // No particular language; a code of ISO 639 means that the text is UTF-8.
        writer.u16(0x55C4)
        writer.append(bytes)
    }
}
