// SPDX-License-Identifier: Apache-2.0
import Crypto

/// The words that people compare while they pair.
///
/// One for each value of a byte: easy to say, and any two differ in at least two letters. The list is part of the protocol and must
/// not change.
enum PairingWords {
    /// The three words of a page link; they identify it without revealing its token.
    static func words(ofLink token: String) -> [String] {
        SHA256.hash(data: Array("longshot page words \(token)".utf8)).prefix(3).map { list[Int($0)] }
    }

    static let list = [
        "acorn", "actor", "agent", "album", "alley", "amber", "angel", "ankle", "apple", "april", "apron", "arrow",
        "attic", "award", "bacon", "badge", "bagel", "baker", "bamboo", "banjo", "barn", "basil", "beach", "beard",
        "beaver", "berry", "bike", "bishop", "blanket", "blossom", "bonus", "boot", "bottle", "bridge", "brush",
        "bucket", "butter", "button", "cabin", "cactus", "camel", "candle", "canoe", "canyon", "captain", "carbon",
        "carpet", "castle", "cello", "cherry", "chess", "chimney", "cinema", "circus", "clock", "cloud", "clover",
        "cobra", "coffee", "comet", "copper", "coral", "cotton", "cowboy", "crayon", "cricket", "crown", "cumin",
        "dagger", "daisy", "dancer", "denim", "desert", "diamond", "dinner", "doctor", "dolphin", "dragon", "drum",
        "dune", "eagle", "echo", "elbow", "elephant", "engine", "fabric", "falcon", "feather", "fiddle", "finger",
        "flamingo", "flute", "forest", "fossil", "fountain", "fox", "galaxy", "garden", "garlic", "gecko", "giraffe",
        "glacier", "globe", "gopher", "grape", "guitar", "hammer", "harbor", "hazel", "hedgehog", "helmet", "hermit",
        "hippo", "honey", "horizon", "hotel", "husky", "iceberg", "igloo", "indigo", "insect", "island", "ivory",
        "jacket", "jaguar", "jasmine", "jelly", "jigsaw", "jungle", "juniper", "kangaroo", "kayak", "kernel",
        "ketchup", "kettle", "kiosk", "kiwi", "koala", "ladder", "lagoon", "lantern", "laptop", "lemon", "lentil",
        "leopard", "library", "lily", "lizard", "lobster", "lotus", "lunch", "magnet", "mango", "maple", "marble",
        "meadow", "melon", "mitten", "monkey", "mosaic", "museum", "mustard", "napkin", "nectar", "needle", "nickel",
        "noodle", "nutmeg", "oasis", "ocean", "octopus", "olive", "onion", "opera", "orbit", "orchid", "otter",
        "oyster", "paddle", "panda", "papaya", "parrot", "pebble", "pelican", "pencil", "pepper", "piano", "pigeon",
        "pillow", "pirate", "pizza", "planet", "plaza", "plum", "poet", "pony", "potato", "prairie", "puppet",
        "puzzle", "quartz", "quilt", "rabbit", "radar", "raven", "rhubarb", "ribbon", "robin", "rocket", "ruby",
        "sailor", "salad", "salmon", "sandal", "scarf", "school", "shadow", "shovel", "silver", "soup", "sphinx",
        "spider", "spoon", "squid", "stadium", "statue", "sugar", "summit", "sunset", "swan", "tablet", "teapot",
        "temple", "thunder", "tiger", "tomato", "topaz", "tractor", "trumpet", "tuba", "tulip", "tunnel", "turtle",
        "umbrella", "vanilla", "velvet", "violin", "volcano", "waffle", "wagon", "walnut", "walrus", "yacht",
        "yogurt", "zebra", "zipper",
    ]
}
