// SPDX-License-Identifier: Apache-2.0
import Foundation

extension String {
    /// The text in the letters of ASCII, transliterated: `Küche` becomes `Kuche`, `Камера` becomes `Kamera`.
    ///
    /// Characters without a transliteration become `?`.
    package var transliterated: String {
        let transform = StringTransform("Any-Latin; Latin-ASCII")
        let latin = NSString(string: self).applyingTransform(transform, reverse: false) ?? self
        return String(latin.map { (0x20...0x7E).contains($0.asciiValue ?? 0) ? $0 : "?" })
    }
}
