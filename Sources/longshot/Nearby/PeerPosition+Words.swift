// SPDX-License-Identifier: Apache-2.0
import Wire

extension PeerPosition {
    /// The position for a person: `2.01 m ± 1.8 cm, 3.2° right, 1.1° up (± 0.03°)`.
    var words: String {
        let side = Self.angle(azimuth, "left", "straight ahead", "right")
        let height = Self.angle(elevation, "down", "level", "up")
        return "\(Self.length(distance)) ± \(Self.error(distanceUncertainty)), \(side), \(height) "
            + "(± \(Format.decimal(directionUncertainty, directionUncertainty < 0.1 ? 2 : 1))°)"
    }

    /// An angle in degrees; one that would be shown as 0.0 is the middle.
    private static func angle(_ degrees: Double, _ negative: String, _ middle: String, _ positive: String) -> String {
        guard abs(degrees) >= 0.05 else { return middle }
        return "\(Format.decimal(abs(degrees), 1))° \(degrees < 0 ? negative : positive)"
    }

    /// The error of a length, like the page's: millimetres only below one centimetre.
    private static func error(_ metres: Double) -> String {
        (0.01..<0.1).contains(metres) ? "\(Format.decimal(metres * 100, 1)) cm" : length(metres)
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
