// SPDX-License-Identifier: Apache-2.0
import Wire

extension Still {
    /// Where the still is, and where it still goes, for people.
    var placeWords: String {
        switch save {
        case .camera: "stays on the camera"
        case .recorder: "goes to a recorder"
        case .both: isAwaited ? "on the camera; goes to a recorder" : "on the camera; a recorder has received it"
        }
    }
}

extension [Still] {
    /// What is lost if the stills are deleted from the camera; nil if each recorder has stored what it gets.
    var lossWords: String? {
        let awaited = filter(\.isAwaited).count
        guard awaited > 0 else { return nil }
        let (it, they) = awaited == 1 ? ("it", "it is") : ("them", "they are")
        return
            "\(awaited.counted("still goes", "stills go")) to a recorder that has not stored \(it) yet: once \(they) "
            + "deleted here, the recorder does not get \(it)"
    }
}
