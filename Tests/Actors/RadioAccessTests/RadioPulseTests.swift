import BlueZ
import DBus
import Testing

@testable import RadioAccess

@Suite struct RadioPulseTests {
    private let adapter: [String: DBusValue] = ["Address": "00:11:22:33:44:55", "Powered": true]

    private func objects(adapters: Int = 1) -> ObjectCache {
        var cache = ObjectCache()
        var objects: DBusManagedObjects = [:]
        for number in 0..<adapters {
            var properties = adapter
            properties["Address"] = .string("00:11:22:33:44:5\(number)")
            objects[DBusObjectPath("/org/bluez/hci\(number)")] = ["org.bluez.Adapter1": properties]
        }
        _ = cache.replace(with: objects, ordinal: 0)
        return cache
    }

    private func cause(_ pulse: RadioPulse, _ objects: ObjectCache, configured: BluetoothAddress? = nil) -> RadioCause?
    {
        pulse.condition(objects, adapter: try? objects.adapter(configured), isConfigured: configured != nil).cause
    }

    @Test func aServiceThatLeavesTwoQuestionsUnansweredHangs() {
        var pulse = RadioPulse()
        #expect(pulse.answered() == false)
        #expect(cause(pulse, objects()) == nil)
        pulse.failed(.timeout)
        #expect(cause(pulse, objects()) == nil, "one may be lost in a busy moment")
        pulse.failed(.timeout)
        #expect(cause(pulse, objects()) == .serviceHung)
        #expect(pulse.answered() == true, "its agent and discovery are made anew")
        #expect(pulse.answered() == false)
        #expect(cause(pulse, objects()) == nil)
    }

    @Test func aServiceThatHangsFromTheStartIsTold() {
        var pulse = RadioPulse()
        pulse.opened()
        #expect(cause(pulse, ObjectCache()) == nil, "nothing is known yet")
        pulse.failed(.timeout)
        pulse.failed(.timeout)
        #expect(cause(pulse, ObjectCache()) == .serviceHung)
    }

    @Test func aServiceThatIsAwayIsNotAnAdapterThatIsMissing() {
        var pulse = RadioPulse()
        pulse.failed(.serviceNotRunning)
        #expect(cause(pulse, ObjectCache()) == .serviceAway)
        _ = pulse.answered()
        #expect(cause(pulse, objects(adapters: 0)) == .noAdapter)
    }

    @Test func aKilledServiceStartsWithoutBlame() {
        var pulse = RadioPulse()
        pulse.failed(.timeout)
        pulse.failed(.timeout)
        pulse.failed(.serviceNotRunning)
        #expect(cause(pulse, ObjectCache()) == .serviceAway)
        #expect(pulse.answered() == false)
    }

    @Test func theBusAndItsPolicyAreToldApart() {
        var pulse = RadioPulse()
        pulse.failed(.busUnavailable)
        #expect(cause(pulse, ObjectCache()) == .busAway)
        pulse.failed(.accessDenied)
        #expect(cause(pulse, ObjectCache()) == .accessDenied)
        pulse.opened()
        #expect(cause(pulse, objects()) == nil)
        pulse.failed(.accessDenied)
        #expect(cause(pulse, objects()) == .accessDenied)
    }

    @Test func severalAdaptersNeedAChoice() throws {
        var pulse = RadioPulse()
        pulse.opened()
        #expect(cause(pulse, objects(adapters: 2)) == .ambiguousAdapter)
        let second = try #require(BluetoothAddress("00:11:22:33:44:51"))
        let other = try #require(BluetoothAddress("00:11:22:33:44:99"))
        #expect(cause(pulse, objects(adapters: 2), configured: second) == nil)
        #expect(cause(pulse, objects(adapters: 2), configured: other) == .adapterMissing)
    }

    @Test func pausesGrowUntilSomethingChanges() {
        var pause = RetryPause()
        #expect((0..<6).map { _ in pause.failed() } == [1, 5, 15, 30, 30, 30].map { .seconds($0) })
        pause.reset()
        #expect(pause.failed() == .seconds(1))
    }
}
