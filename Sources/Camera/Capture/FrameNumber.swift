// SPDX-License-Identifier: Apache-2.0
import GStreamer
import QRCode

/// The number of a test picture as a QR code, from which another program can check a recording or a still by its pixels.
enum FrameNumber {
    /// The element of a capture pipeline behind which each picture gets its number.
    static let element = "number"

    /// Draws the numbers if the pipeline asks for them with an `identity` of that name.
    static func draw(in pipeline: Pipeline) {
        guard let number = pipeline.element(named: element), number.factoryName == "identity" else { return }
        number.drawCodes { code(number: $0, time: $1) }
    }

    /// The code of a picture: JSON with the names that GStreamer's `debugqroverlay` uses.
    ///
    /// - Parameter time: the time stamp of the picture's buffer, in nanoseconds.
    static func code(number: Int, time: Int64) -> CodePicture? {
        guard let code = try? QRCode("{\"TIMESTAMP\":\(time),\"BUFFERCOUNT\":\(number)}") else { return nil }
        let border = QRCode.quietZone
        return CodePicture(size: code.size + 2 * border) { code[$0 - border, $1 - border] }
    }
}
