import DeliveryRules
import Testing

@Suite struct HubClockTests {
    /// TIME_OK, a leap second's states, TIME_ERROR, and a failed call.
    @Test(arguments: [(0, true), (1, true), (4, true), (5, false), (-1, false)] as [(Int32, Bool)])
    func onlyAClockThatIsKeptRightIsHandedOn(answer: Int32, isSynchronized: Bool) {
        #expect(HubClock.isSynchronized(answer) == isSynchronized)
    }
}
