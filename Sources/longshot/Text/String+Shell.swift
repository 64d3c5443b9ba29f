// SPDX-License-Identifier: Apache-2.0
import Foundation

extension String {
    /// The text as one word of a shell.
    var quotedForShell: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                Unicode.Scalar(byte).properties.isAlphabetic && byte < 128 || "0123456789-_./:=@%+,".utf8.contains(byte)
            }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
