// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Recorder
@testable import longshot

@Suite("A comparison with a camera, as text")
struct CameraComparisonTextTests {
    @Test("tells what is missing from what is here and not confirmed, and from what is still to come")
    func kinds() {
        var comparison = CameraComparison(fragments: 7, equal: 3)
        (comparison.told, comparison.unconfirmed) = (1, 2)
        #expect(
            comparison.text(isOver: true)
                == "3 of the 7 fragments that it still has are here, byte for byte; 1 known to be missing here; "
                + "2 here as received live, never confirmed")
        (comparison.told, comparison.pending) = (0, 1)
        #expect(
            comparison.text(isOver: false)
                == "3 of the 7 fragments that it has up to the newest one here are here, byte for byte; "
                + "2 here as received live, not confirmed yet; 1 still to come")
    }
}
