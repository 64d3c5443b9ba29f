// SPDX-License-Identifier: Apache-2.0
import Media
import TestSupport
import Testing
import Wire

@Suite("The order of ids")
struct IDOrderTests {
    private func still(_ number: Int, job: String = "20261121T050913Z-00001") -> String {
        "\(job)-\(number.padded(to: 4))"
    }

    @Test("a number has at least its digits, and as many more as it needs")
    func padded() {
        let padded = [0, 7, 9_999, 10_000, 123_456].map { $0.padded(to: 4) }
        #expect(padded == ["0000", "0007", "9999", "10000", "123456"])
    }

    @Test("follows the numbers, however many digits they have")
    func numbers() {
        let ids = [1, 2, 10, 999, 1_000, 9_999, 10_000, 10_001, 99_999, 100_000].map { still($0) }
        #expect(ids.shuffled().sorted(by: IDOrder.precedes) == ids)
    }

    @Test("follows time and press before the number, also behind the hundred thousandth press")
    func jobs() {
        let ids = [
            still(10_000, job: "20261121T050913Z-00001"), still(1, job: "20261121T050913Z-00002"),
            still(1, job: "20261121T050913Z-100000"), still(1, job: "20261121T050914Z-00001"),
            still(1, job: "20261121T050914Z-00001") + "-trsu4j",
        ]
        #expect(ids.reversed().sorted(by: IDOrder.precedes) == ids)
    }

    @Test("is an order, whatever the ids are", arguments: 0..<50)
    func order(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ids = (0..<3).map { _ in
            let length = Int.random(in: 0...4, using: &generator)
            return String((0..<length).map { _ in "-019".randomElement(using: &generator) ?? "-" })
        }
        for one in ids {
            #expect(!IDOrder.precedes(one, one))
            for other in ids where one != other {
                #expect(IDOrder.precedes(one, other) != IDOrder.precedes(other, one))
                for third in ids where IDOrder.precedes(one, other) && IDOrder.precedes(other, third) {
                    #expect(IDOrder.precedes(one, third))
                }
            }
        }
    }
}
