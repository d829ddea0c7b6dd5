import Testing

@testable import DBus

/// The parts of a connection, each tested alone.
@Suite struct PartTests {
    @Test func aCallIsTakenOnceAndTheOldestFirst() {
        var calls = PendingReplies()
        let order = Order()
        for id in [3, 1, 2] {
            let call = PendingCall(serial: UInt32(id * 10), timer: nil) { _ in order.ids.append(id) }
            calls.add(call, id: id)
        }
        calls.take(serial: 20)?.completion(.failure(DBusError.connectionLost))
        #expect(calls.take(serial: 20) == nil)
        #expect(calls.take(id: 2) == nil)
        for call in calls.takeAll() { call.completion(.failure(DBusError.connectionLost)) }
        #expect(order.ids == [2, 1, 3])
        #expect(calls.takeAll().isEmpty)
        #expect(calls.take(serial: 10) == nil, "a reply that comes after the end of the link finds nobody")
    }

    /// A failed attempt is neither the loss of the bus nor its return, so users do not hear of it.
    @Test func aStateIsToldOnceForEachChange() async {
        var progress = ConnectionProgress()
        let (stream, _) = progress.observe(id: 1)
        var states = stream.makeAsyncIterator()
        #expect(await states.next() == .disconnected)
        progress.enter(.connecting)
        progress.enter(.idle)
        #expect(!progress.hasConnected)
        progress.enter(.connecting)
        progress.enter(.connected(uniqueName: ":1.1"))
        #expect(await states.next() == .connected(uniqueName: ":1.1"))
        progress.enter(.waiting)
        progress.enter(.connecting)
        #expect(progress.hasConnected)
        #expect(await states.next() == .disconnected)
        progress.enter(.closed)
        #expect(await states.next() == .closed)
        #expect(await states.next() == nil)
    }

    /// A new link that does not learn the owner would miss every signal of the name.
    @Test func onlyAnAnswerTellsOfAnOwner() throws {
        let late = DBusError(code: .timeout, message: "late")
        #expect(throws: late) { try BusNames.owner(in: .failure(late)).get() }
        let nobody = DBusError.remote(DBusErrorName.nameHasNoOwner, message: "nobody")
        #expect(try BusNames.owner(in: .failure(nobody)).get() == nil)
        let reply = DBusReply(arguments: [":1.7"], ordinal: 1)
        #expect(try BusNames.owner(in: .success(reply)).get() == ":1.7")
    }

    @Test func signalsAreGatheredOnlyWhileNothingIsAsked() {
        let start = ContinuousClock.now
        var pace = ReadPace(DBusGathering(period: .milliseconds(50), quiet: .seconds(2)), now: start)
        #expect(pace.rest(isAsking: false, now: start + .seconds(1)) == nil)
        #expect(pace.rest(isAsking: false, now: start + .seconds(2)) == .milliseconds(50))
        #expect(pace.rest(isAsking: true, now: start + .seconds(2)) == nil)
        pace.sent(now: start + .seconds(3))
        #expect(pace.rest(isAsking: false, now: start + .seconds(4)) == nil)
        #expect(ReadPace(nil, now: start).rest(isAsking: false, now: start + .seconds(9)) == nil)
    }

    private final class Order {
        var ids: [Int] = []
    }
}
