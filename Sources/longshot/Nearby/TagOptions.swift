// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Wire

/// A printed tag: its number and size.
struct TagOptions: ParsableArguments {
    @Option(help: "The side of the tag's black square. (a length from 10mm to 2m, such as 120mm; required)")
    var size: Length

    @Option(help: "The number of the tag; tags that are used together need different ones. (0 to 586; default: 0)")
    var tag: Int?

    mutating func validate() throws {
        guard NearbyRequest.sizes.contains(size.metres) else { throw ValidationError("--size must be from 10mm to 2m") }
        guard (0...586).contains(number) else { throw ValidationError("--tag must be from 0 to 586") }
    }

    /// The number.
    var number: Int { tag ?? 0 }

    /// The request for it.
    var request: NearbyRequest { NearbyRequest(size: size.metres, tag: number) }
}
