import DBus
import Foundation
import Testing

@testable import BlueZSimulator

/// The control line.
struct ControlTests {
    private static let device = #""device": "F0:0D:00:00:00:01""#

    @Test("A device is added, measures on command, and is read; the answer contains the frames")
    func measure() throws {
        var scenario = Scenario()
        scenario.timing.scanGap = .zero
        var bench = Bench(scenario)
        bench.run(until: 1)
        let added = try bench.control(
            #"{"do": "add", "device": {"address": "F0:0D:00:00:00:01", "profile": "pulseOximeter"}}"#
        )
        #expect(added["profile"] == "pulseOximeter")
        let told = try bench.control(#"{"do": "measure", \#(Self.device), "spo2": 97, "pulse": 61}"#)
        #expect(told["reading"] == .whole(1))
        guard case .list(let frames)? = told["frames"], case .text(let hex)? = frames.first?["frame"] else {
            Issue.record("no frames in \(told)")
            return
        }
        #expect(frames.first?["characteristic"] == "2a5e")
        bench.connect()
        bench.characteristic(0x2A5E, "StartNotify")
        bench.run(for: 1)
        #expect(bench.values(0x2A5E).map(\.hex) == [hex])
        try bench.control(#"{"do": "drop", \#(Self.device)}"#)
        #expect(bench.property("Connected") == false)
        let later = try bench.control(#"{"do": "measure", \#(Self.device), "count": 3, "everySeconds": 1}"#)
        #expect(later["scheduled"] == .whole(3))
        bench.run(for: 3)
        #expect(bench.events(.measured).count == 4)
        let cleared = try bench.control(#"{"do": "clear", \#(Self.device)}"#)
        #expect(cleared["cleared"] == .whole(3))
        try bench.control(#"{"do": "remove", \#(Self.device)}"#)
        #expect(throws: ControlError.self) { try bench.control(#"{"do": "advertise", \#(Self.device)}"#) }
        #expect(try bench.control(#"{"do": "status"}"#)["devices"] == .list([]))
    }

    @Test("Faults, the clock, the adapter and the daemon obey the control line")
    func obeys() throws {
        var bench = Bench(Bench.cuff())
        bench.run(until: 2)
        try bench.control(#"{"do": "fault", "kind": "connectAbortByLocal", "count": 1}"#)
        bench.adapter("StartDiscovery")
        bench.run(for: 1)
        let aborted = bench.device("Connect")
        bench.run(for: 3)
        #expect(bench.error(aborted) == .failed("le-connection-abort-by-local"))
        #expect(try bench.control(#"{"do": "clearFaults"}"#)["cleared"] == .whole(1))
        let clock = try bench.control(#"{"do": "clock", \#(Self.device), "offsetSeconds": -3600}"#)
        #expect(clock["clock"] == .text("2026-03-01T07:00:06"))
        try bench.control(#"{"do": "adapter", "to": "block"}"#)
        #expect(bench.adapterProperty("Powered") == false)
        try bench.control(#"{"do": "adapter", "to": "unblock"}"#)
        #expect(bench.adapterProperty("Powered") == true)
        try bench.control(#"{"do": "daemon", "to": "kill"}"#)
        #expect(!bench.simulation.isDaemonRunning)
        try bench.control(#"{"do": "daemon", "to": "start"}"#)
        bench.run(for: 1)
        #expect(bench.simulation.isDaemonRunning)
        #expect(bench.events(.adapter).map(\.detail) == ["block", "unblock"])
    }

    @Test(
        "Malformed requests and unknown members are refused",
        arguments: [
            "", "[]", "{}", #"{"do": "dance"}"#, #"{"do": "advertise"}"#, #"{"do": "status", "x": 1}"#,
            #"{"do": "advertise", "device": "F0:0D:00:00:00:99"}"#,
            #"{"do": "measure", "device": "F0:0D:00:00:00:01", "spo2": 97}"#,
            #"{"do": "measure", "device": "F0:0D:00:00:00:01", "systolic": 1e300, "diastolic": 1}"#,
            #"{"do": "clock", "device": "F0:0D:00:00:00:01", "offsetSeconds": 1e300}"#,
            #"{"do": "pairing", "device": "F0:0D:00:00:00:01", "pairing": "magic"}"#,
            #"{"do": "enter", "device": "F0:0D:00:00:00:01", "passkey": -1}"#,
            #"{"do": "address", "device": "F0:0D:00:00:00:01"}"#, #"{"do": "fault", "kind": "nonsense"}"#,
            #"{"do": "fault", "kind": "staleBond", "device": "F0:0D:00:00:00:99"}"#,
            #"{"do": "adapter", "to": "fly"}"#, #"{"do": "daemon", "to": "sing"}"#,
            #"{"do": "add", "device": {"address": "F0:0D:00:00:00:01"}}"#, #"{"do": "shell", "command": "ls"}"#,
        ]
    )
    func refused(_ line: String) {
        var bench = Bench(Bench.cuff())
        bench.run(until: 1)
        #expect(throws: ControlError.self) { try bench.control(line) }
    }

    @Test("The history numbers its lines, can be followed, and keeps the latest")
    func history() async {
        let history = GroundTruthHistory()
        for second in 0..<3 { history.add(GroundTruthEvent(.ready, at: .seconds(second))) }
        #expect(history.lines(after: 1).lines.count == 2)
        #expect(history.lines(after: 99).lines.isEmpty)
        let (old, next, new) = history.follow(after: 0)
        #expect(old.count == 3)
        #expect(next == 3)
        history.add(GroundTruthEvent(.finished, at: .seconds(9)))
        var iterator = new.makeAsyncIterator()
        let line = await iterator.next()
        #expect(line.map { String(decoding: $0, as: UTF8.self) } == "{\"at\":9,\"event\":\"finished\"}\n")
    }
}
