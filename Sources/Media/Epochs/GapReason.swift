// SPDX-License-Identifier: Apache-2.0

/// Why frames are missing: a word of the list below, or one of a later version of this software.
///
/// An unknown word is kept unchanged, so that the reason of a newer camera is not lost.
package struct GapReason: RawRepresentable, Sendable {
    /// The word.
    package let rawValue: String
    /// Whether the frames count among those captured in the window of a stored fragment.
    ///
    /// A known word determines this. For an unknown word, the catalog does, by the place of the gap.
    package let isInsideFragments: Bool

    /// The reason of this word; an unknown one counts as between fragments.
    package init(rawValue: String) {
        self.init(rawValue, isInside: Self.known[rawValue]?.reason.isInsideFragments ?? false)
    }

    /// The reason that another node sent; an unknown word is cut to 64 letters, digits and hyphens.
    package init(told word: String) {
        let isPlain = word.utf8.count <= 64 && word.unicodeScalars.allSatisfy(Self.isPlain)
        self.init(
            rawValue: isPlain
                ? word : String(word.unicodeScalars.prefix(64).map { Self.isPlain($0) ? Character($0) : "-" })
        )
    }

    /// The same word; if it is unknown, with the place of its gap: in the window of a stored fragment or not.
    func placed(inside isInside: Bool) -> GapReason {
        isKnown ? self : GapReason(rawValue, isInside: isInside)
    }

    private init(_ word: String, isInside: Bool) {
        (rawValue, isInsideFragments) = (word, isInside)
    }

    /// Whether this version knows the word.
    package var isKnown: Bool { Self.known[rawValue] != nil }

    /// The reason in words for users, which may follow a number of frames; nil for a word that this version does not know.
    package var explanation: String? { Self.known[rawValue]?.explanation }

    /// Whether verification finds it in the archive itself, which breaks the archive's promise.
    package var isFoundByVerification: Bool {
        self == .fileMissing || self == .digestMismatch || self == .sequenceMissing
    }

    private static let known = Dictionary(
        uniqueKeysWithValues: explanations.map { ($0.rawValue, (reason: $0, explanation: $1)) })

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
    }
}

/// The words that this version knows.
extension GapReason {
    /// The driver reported frames that it dropped.
    package static let driverDropped = GapReason("driver-dropped", isInside: true)
    /// Packets of a network camera did not arrive; their number of frames is an estimate.
    package static let lostBeforeCapture = GapReason("lost-before-capture", isInside: true)
    /// Frames were captured but never left the encoder.
    package static let notEncoded = GapReason("not-encoded", isInside: true)
    /// The camera gave a picture that cannot be read, so it was left out.
    package static let damagedPicture = GapReason("damaged-picture", isInside: true)
    /// The capture pipeline failed.
    package static let captureFailed = GapReason("capture-failed", isInside: true)
    /// The camera's program ended without an orderly stop.
    package static let cameraRestarted = GapReason("camera-restarted", isInside: false)
    /// Another capture pipeline took over.
    package static let pipelineChanged = GapReason("pipeline-changed", isInside: false)
    /// The camera could not write its spool.
    package static let spoolFailed = GapReason("spool-failed", isInside: false)
    /// The camera's spool was full and unacknowledged footage had to go.
    package static let spoolOverrun = GapReason("spool-overrun", isInside: false)
    /// A fragment in the camera's spool no longer held the bytes that were written.
    package static let spoolDamaged = GapReason("spool-damaged", isInside: false)
    /// The camera no longer knows of this footage: its card was replaced, or its home restored.
    package static let accountLost = GapReason("account-lost", isInside: false)
    /// This recorder had the footage and lost it: its catalog was restored.
    package static let lostByRecorder = GapReason("lost-by-recorder", isInside: false)
    /// The owner ended the recording without its camera, which may still have the footage.
    package static let neverReceived = GapReason("never-received", isInside: false)
    /// The recorder has not fetched them yet, so they are missing in what is exported now.
    package static let notFetched = GapReason("not-fetched", isInside: false)
    /// A file of the archive is gone.
    package static let fileMissing = GapReason("file-missing", isInside: false)
    /// A file of the archive holds other bytes than were stored.
    package static let digestMismatch = GapReason("digest-mismatch", isInside: false)
    /// The catalog lacks a number between two others and nothing says why.
    package static let sequenceMissing = GapReason("sequence-missing", isInside: false)

    /// Each of them in words for users, which the page repeats; this list defines which words are known.
    private static let explanations: [(GapReason, String)] = [
        (.driverDropped, "the camera driver dropped them; the machine or the USB bus was too busy"),
        (.lostBeforeCapture, "the camera's network lost them"),
        (.notEncoded, "the encoder could not keep up"),
        (.damagedPicture, "the camera delivered damaged pictures; check its cable"),
        (.captureFailed, "the capture failed and was restarted"),
        (.cameraRestarted, "the camera restarted"),
        (.pipelineChanged, "the pipeline was changed"),
        (.spoolFailed, "the camera's disk was full, failing or too slow"),
        (.spoolOverrun, "the camera's storage was full before the recorder fetched them"),
        (.spoolDamaged, "the camera's storage was damaged"),
        (.accountLost, "the camera no longer has them; its card was replaced or its home restored"),
        (.lostByRecorder, "the recorder lost them; its catalog was restored"),
        (.neverReceived, "the recorder did not fetch them; the recording was ended without its camera"),
        (.notFetched, "the recorder has not fetched them yet"),
        (.fileMissing, "a file of the archive was deleted"),
        (.digestMismatch, "a file of the archive was changed"),
        (.sequenceMissing, "the reason is unknown"),
    ]
}

extension GapReason: CaseIterable {
    /// The words that this version knows.
    package static let allCases = explanations.map(\.0)
}

extension GapReason: Hashable {
    /// Whether both are the same word.
    package static func == (left: GapReason, right: GapReason) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the word.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension GapReason: Codable {
    /// Reads the word.
    package init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the word.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
