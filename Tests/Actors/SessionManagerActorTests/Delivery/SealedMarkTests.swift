import DeliveryRules
import FoundationEssentials
import TestSupport
import Testing

@testable import SessionManagerActor

/// A store's mark in the form that other processes carry.
@Suite struct SealedMarkTests {
    @Test func onlyItsOwnerMakesOneForItsOwnStore() throws {
        let folder = try TemporaryFolder()
        let seal = try GrantSeal.load(folder.url.appending(path: "key").path)
        let other = try GrantSeal.load(folder.url.appending(path: "other").path)
        let mark = StoreMark(id: "a", generation: 2, counter: 40, start: 3, startID: "s")
        let text = seal.text(of: mark)
        #expect(seal.mark(text, of: StoreMark(id: "a", generation: 1, counter: 1)) == mark)
        #expect(seal.mark(text, of: StoreMark(id: "b", generation: 1, counter: 1)) == nil)
        #expect(other.mark(text, of: mark) == nil)
        let tag = try #require(text.split(separator: ".").last)
        let forgeries = [
            "2.3.41.s.\(tag)", "3.3.40.s.\(tag)", "2.4.40.s.\(tag)", "2.3.40.t.\(tag)", "02.3.40.s.\(tag)", "2.3.40.s.",
            "2.3.40",
            "", "v.w.x.y.z", "2.3.40.s.\(tag).1",
        ]
        for forged in forgeries {
            #expect(seal.mark(forged, of: mark) == nil, "\(forged)")
        }
    }
}
