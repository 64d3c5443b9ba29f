// SPDX-License-Identifier: Apache-2.0

/// A control's value: a number, a truth value or a text in JSON.
package enum ControlValue: Sendable, Equatable {
    /// On or off.
    case truth(Bool)
    /// A number in the control's unit, or the index of a choice.
    case number(Double)
    /// A text; in a change also the name of a choice, or `auto`.
    case text(String)
}

extension ControlValue: Codable {
    /// Reads a truth value, a number or a text.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    /// Writes the bare value.
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .truth(let truth): try value.encode(truth)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        }
    }
}

extension ControlValue: CustomStringConvertible {
    /// The value as a person writes it.
    package var description: String {
        switch self {
        case .truth(let truth): truth ? "on" : "off"
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .text(let text): text
        }
    }
}
