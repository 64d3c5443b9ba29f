// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import Wire

@Suite("An index of ids")
struct IDIndexTests {
    private let all = StillDelivery(save: .camera, recipients: [], receivedBy: nil)

    @Test("is in order, whatever the order in which ids come and go", arguments: 0..<20)
    func order(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (index, model) = (IDIndex<StillDelivery>(), Set<String>())
        for _ in 0..<400 {
            let id = "j\(Int.random(in: 0..<12, using: &generator))-\(Int.random(in: 0..<12, using: &generator))"
            if Bool.random(using: &generator) {
                index[id] = all
                model.insert(id)
            } else {
                index[id] = nil
                model.remove(id)
            }
            #expect((index[id] != nil) == model.contains(id))
        }
        let sorted = model.sorted(by: IDOrder.precedes)
        #expect(index.ids { _ in true } == sorted)
        for id in sorted {
            #expect(
                index.ids(after: id, limit: 3) { _ in true } == Array(sorted.drop { $0 != id }.dropFirst().prefix(3)))
        }
    }

    @Test("is the same when it is loaded in any order, and knows the stills of a job", arguments: 0..<20)
    func loading(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ids = (0..<12).flatMap { job in (0..<job).map { "j\(job)-\($0)" } }
        let (sent, nobody) = (StillDelivery(save: .recorder, recipients: ["a"], receivedBy: nil), all)
        var (loaded, grown) = (IDIndex<StillDelivery>(), IDIndex<StillDelivery>())
        for id in ids.shuffled(using: &generator) { loaded.append(id, id.hasSuffix("3") ? sent : nobody) }
        loaded.sort()
        for id in ids { grown[id] = id.hasSuffix("3") ? sent : nobody }
        #expect(loaded.ids { _ in true } == ids && grown.ids { _ in true } == ids)
        #expect(loaded.ids { $0 == sent } == ids.filter { $0.hasSuffix("3") })
        for job in 0..<14 {
            #expect(loaded.ids(beginningWith: "j\(job)-") == (0..<(job < 12 ? job : 0)).map { "j\(job)-\($0)" })
        }
    }

    @Test("knows for whom a still is, after a receipt too")
    func deliveries() {
        var index = IDIndex<StillDelivery>()
        let (sent, stored) = (
            StillDelivery(save: .recorder, recipients: ["a"], receivedBy: nil),
            StillDelivery(save: .recorder, recipients: ["a"], receivedBy: ["a"])
        )
        index["j-1"] = sent
        index["j-2"] = all
        index["j-1"] = stored
        #expect(index["j-1"] == stored && index["j-3"] == nil)
        #expect(index.ids { $0.isDelivered(among: ["a"]) } == ["j-1"])
    }
}
