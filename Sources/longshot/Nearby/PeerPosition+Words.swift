// SPDX-License-Identifier: Apache-2.0
import Wire

extension PeerPosition {
    /// The position for a person: `2.013 m ± 4 mm, 3.2° right, 1.1° up (± 0.03°)`.
    var words: String {
        let side = azimuth < 0 ? "left" : "right"
        let height = elevation < 0 ? "down" : "up"
        return "\(Self.length(distance)) ± \(Self.length(distanceUncertainty)), "
            + "\(Format.decimal(abs(azimuth), 1))° \(side), \(Format.decimal(abs(elevation), 1))° \(height) "
            + "(± \(Format.decimal(directionUncertainty, directionUncertainty < 0.1 ? 2 : 1))°)"
    }

    /// A length for a person: metres, or below one of them centimetres and millimetres.
    static func length(_ metres: Double) -> String {
        switch metres {
        case 10...: "\(Format.decimal(metres, 1)) m"
        case 1...: "\(Format.decimal(metres, 2)) m"
        case 0.1...: "\(Format.decimal(metres * 100, 1)) cm"
        default: "\(Format.decimal(metres * 1_000, 1)) mm"
        }
    }
}
