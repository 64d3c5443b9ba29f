// SPDX-License-Identifier: Apache-2.0

/// Why frames are in nobody's hands.
package enum GapReason: String, Codable, Sendable, CaseIterable {
    /// The driver reported frames that it dropped.
    case driverDropped = "driver-dropped"
    /// Frames were captured and never left the encoder.
    case notEncoded = "not-encoded"
    /// The capture pipeline failed.
    case captureFailed = "capture-failed"
    /// The camera's program ended without an orderly stop.
    case cameraRestarted = "camera-restarted"
    /// Another capture pipeline took over.
    case pipelineChanged = "pipeline-changed"
    /// The camera could not write its spool.
    case spoolFailed = "spool-failed"
    /// The camera's spool was full and unacknowledged footage had to go.
    case spoolOverrun = "spool-overrun"
    /// A fragment in the camera's spool no longer held the bytes that were written.
    case spoolDamaged = "spool-damaged"
    /// The camera does not know of this footage any more: its card was replaced, or its home restored.
    case accountLost = "account-lost"
    /// This recorder had the footage and lost it: its catalog was restored.
    case lostByRecorder = "lost-by-recorder"
    /// The camera announced footage that could not be fetched.
    case neverReceived = "never-received"
    /// A file of the archive is gone.
    case fileMissing = "file-missing"
    /// A file of the archive holds other bytes than were stored.
    case digestMismatch = "digest-mismatch"
    /// The catalog lacks a number between two others and nothing says why.
    case sequenceMissing = "sequence-missing"

    /// The reason as a sentence for people.
    package var explanation: String {
        switch self {
        case .driverDropped: "The camera's driver dropped frames; the machine or the USB bus was too busy."
        case .notEncoded: "Frames were captured but never left the encoder."
        case .captureFailed: "The capture pipeline failed and was started again."
        case .cameraRestarted: "The camera's program or machine was restarted."
        case .pipelineChanged: "The capture pipeline was replaced by another."
        case .spoolFailed: "The camera could not write its spool: the disk was full, failing or too slow."
        case .spoolOverrun: "The camera's spool was full before the recorder had fetched this footage."
        case .spoolDamaged: "A fragment in the camera's spool no longer held the bytes that were written."
        case .accountLost: "The camera no longer knows of this footage: its card was replaced or its home restored."
        case .lostByRecorder: "This recorder had the footage and lost it: its catalog was restored."
        case .neverReceived: "The camera announced this footage but the recorder could not fetch it."
        case .fileMissing: "A file of the archive is gone."
        case .digestMismatch: "A file of the archive no longer holds the bytes that were stored."
        case .sequenceMissing: "The catalog has a hole here and nothing says why."
        }
    }

    /// Whether the frames count among those captured in the window of a fragment that is stored.
    package var isInsideFragments: Bool {
        self == .driverDropped || self == .notEncoded || self == .captureFailed
    }

    /// Whether verification finds it by itself, and so breaks the promise.
    package var isFoundByVerification: Bool {
        self == .fileMissing || self == .digestMismatch || self == .sequenceMissing
    }
}
