import MessageBus
import Testing

@testable import DeviceReaderActor

@Suite struct OwnSightingsTests {
    /// A hub that its site has revoked must not take readings away from the site's other hubs.
    @Test func onlyABrokerThatIsAwayIsReplaced() {
        #expect(OwnSightings.isNeeded(.disconnected(reason: "away", cause: .away)))
        for cause in [DisconnectionCause.refused, .unusable] {
            #expect(!OwnSightings.isNeeded(.disconnected(reason: "not authorized", cause: cause)))
        }
        #expect(!OwnSightings.isNeeded(.connected))
    }
}
