// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Whether it is visible by itself, and does not change how the text around it looks.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
