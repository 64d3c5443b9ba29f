// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

/// The descriptions of the stills that a camera told of last.
///
/// A camera deletes a still that is to be on the recorder only, once that has it: who asks a little later gets it from here.
final class HeardStills: Sendable {
    private static let most = 256

    private let stills = Mutex<[Still]>([])

    /// Notes a still.
    func add(_ still: Still) {
        stills.withLock { stills in
            stills.removeAll { $0.id == still.id }
            stills = (stills + [still]).suffix(Self.most)
        }
    }

    /// A still that was noted.
    subscript(id: String) -> Still? { stills.withLock { $0.last { $0.id == id } } }
}
