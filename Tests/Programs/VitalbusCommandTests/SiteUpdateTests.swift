import ActorRuntime
import BusContract
import Foundation
import SiteAuthority
import Testing

@testable import VitalbusCommand

/// What `vitalbus site update` refuses.
@Suite struct SiteUpdateTests {
    private func wish(_ version: String, _ action: UpdateWish.Action) -> UpdateWish {
        UpdateWish(id: "a", version: version, action: action)
    }

    /// The words of a refusal; nil if it is allowed.
    private func refusal(_ wish: UpdateWish, after last: Rollout?) throws -> String? {
        do {
            try SiteUpdate.check(wish, against: last, own: "0.2.0")
            return nil
        } catch let error as CommandFailure {
            return error.message
        }
    }

    /// A mistyped version would show that all hubs went back from it.
    @Test func aWayBackIsFromAVersionThatIsKnown() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let back = wish("0.2.0", .back)
        #expect(try refusal(back, after: nil)?.contains("no hub is known to run 0.2.0") == true)
        var last = Rollout(wish("0.2.0", .check), hubs: ["room-1"], now: now)
        last.hear(HubVersion(hub: "room-1", step: .idle, version: "0.1.0"), from: "room-1", now: now)
        #expect(try refusal(back, after: last) != nil)
        last.hear(HubVersion(hub: "room-1", step: .idle, version: "0.2.0"), from: "room-1", now: now)
        #expect(try refusal(back, after: last) == nil)
        last = Rollout(wish("0.2.0", .roll), hubs: ["room-1"], now: now)
        #expect(try refusal(back, after: last) == nil)
        #expect(try refusal(wish("0.20", .back), after: last) != nil)
    }
}
