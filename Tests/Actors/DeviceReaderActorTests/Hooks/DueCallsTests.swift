import BusContract
import ContractLiterals
import Foundation
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// The hook for due measurements runs once for each, and never for a person who has left.
@Suite struct DueCallsTests {
    private let seat = "bed-1"
    private let time = Date(timeIntervalSince1970: 1_790_000_000)

    private func item(_ metric: MetricName, overdue: Bool = false) -> DueState.Item {
        DueState.Item(metric: metric, since: time, overdue: overdue)
    }

    private func state(_ items: [DueState.Item], session: String = "one") -> DueState {
        DueState(seat: seat, sessionID: session, metrics: items)
    }

    private func call(_ reason: String, _ metrics: [String]) -> HookCall {
        HookCall(event: .due, seat: seat, reason: reason, metrics: metrics)
    }

    @Test func eachMeasurementIsToldWhenItIsDueAndWhenItIsLate() {
        var calls = DueCalls()
        #expect(calls.take(session: "one", of: seat) == nil)
        #expect(calls.take(state([]), of: seat) == nil)
        #expect(calls.take(state([item(.pulse)]), of: seat) == call("due", ["pulse"]))
        #expect(calls.take(state([item(.pulse)]), of: seat) == nil, "told already")
        #expect(calls.take(state([item(.pulse), item(.spo2)]), of: seat) == call("due", ["spo2"]))
        let late = state([item(.pulse, overdue: true), item(.spo2)])
        #expect(calls.take(late, of: seat) == call("overdue", ["pulse"]))
        #expect(calls.take(state([item(.spo2)]), of: seat) == nil, "pulse was measured")
        #expect(calls.take(nil, of: seat) == nil)
        #expect(calls.take(state([item(.spo2)]), of: seat) == call("due", ["spo2"]), "a new plan")
    }

    /// The page may publish for a new session before the session manager does.
    @Test func aStateWaitsForItsSession() {
        var calls = DueCalls()
        #expect(calls.take(session: "one", of: seat) == nil)
        #expect(calls.take(state([item(.pulse)], session: "two"), of: seat) == nil)
        #expect(calls.take(session: "two", of: seat) == call("due", ["pulse"]))
        #expect(calls.take(session: nil, of: seat) == nil)
        #expect(calls.take(state([item(.pulse, overdue: true)], session: "two"), of: seat) == nil, "it has ended")
    }

    /// The next person's measurement may be due at the same time as that of the person before.
    @Test func anotherSessionIsToldAgain() {
        var calls = DueCalls()
        _ = calls.take(session: "one", of: seat)
        #expect(calls.take(state([item(.pulse)]), of: seat) != nil)
        _ = calls.take(session: "two", of: seat)
        #expect(calls.take(state([item(.pulse)], session: "two"), of: seat) == call("due", ["pulse"]))
    }

    @Test func whatTheBrokerKeptIsNotToldAgain() {
        var calls = DueCalls()
        #expect(calls.take(state([item(.pulse)]), of: seat, isOld: true) == nil)
        #expect(calls.take(session: "one", of: seat) == nil)
        #expect(calls.take(state([item(.pulse, overdue: true)]), of: seat) == call("overdue", ["pulse"]))
    }

    @Test func onlyTheHubsOwnSeatsAreTold() {
        var calls = DueCalls(seats: ["bed-2"])
        _ = calls.take(session: "one", of: seat)
        #expect(calls.take(state([item(.pulse)]), of: seat) == nil)
        _ = calls.take(session: "one", of: "bed-2")
        #expect(calls.take(state([item(.pulse)]), of: "bed-2") != nil)
    }

    @Test func aCommandGetsTheMetricsAndNoDevice() {
        let variables = call("overdue", ["pulse", "spo2"]).variables(hub: "room-1")
        #expect(
            variables == [
                "VITALBUS_EVENT": "due", "VITALBUS_HUB": "room-1", "VITALBUS_SEAT": seat,
                "VITALBUS_REASON": "overdue", "VITALBUS_METRICS": "pulse,spo2",
            ]
        )
    }
}
