import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// Devices that speak their makers' protocols on a whole hub, from their pairing to the server.
@Suite(.serialized) struct MakerLineTests {
    private static let second = (seat: "room-2", user: "second-user")
    private static let (keyCuff, tokenCuff) = ("F0:0D:00:00:00:01", "F0:0D:00:00:00:02")
    private static let (meter, oximeter) = ("F0:0D:00:00:00:03", "F0:0D:00:00:00:04")
    private static let (scale, ring) = ("F0:0D:00:00:00:06", "F0:0D:00:00:00:05")
    private static let rows = [10_030, 10_072, 10_091, 10_096, 10_122]
    private static let passkey = "424242"

    /// Two seats, and devices whose links break in the middle, twice each.
    ///
    /// The daemon would lose notifications that come much faster than over the air.
    private static func settings(devices: [String], faults: [String]) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),\(second.seat)"]
        settings.scenario = """
            {"seed": 5,
             "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.1, "discoverServices": 0.1, "gatt": 0.03},
             "faults": [\(faults.joined(separator: ","))], "devices": [\(devices.joined(separator: ","))]}
            """
        return settings
    }

    /// The link to a device breaks at two places, once each.
    private static func breaks(_ address: String, at places: [Int], step: String = "memory") -> [String] {
        places.map {
            #"{"kind": "dropAtStep", "device": "\#(address)", "step": "\#(step)", "frames": \#($0), "count": 1}"#
        }
    }

    private static func cuff(_ address: String, model: String, more: String) -> String {
        """
        {"address": "\(address)", "name": "\(model)", "profile": "omronCuff", "pairing": "justWorks", "mtu": 247,
         \(more),
         "information": {"manufacturer": "OMRON HEALTHCARE", "model": "\(model)", "serial": "7"}}
        """
    }

    private static let devices = [
        cuff(keyCuff, model: "HEM-7155T", more: #""manufacturerData": {"526": "0101d00264110011"}"#),
        cuff(tokenCuff, model: "HEM-7380T1", more: #""quirks": ["omronToken"]"#),
        """
        {"address": "\(meter)", "name": "OneTouch 0003", "profile": "oneTouch", "pairing": "passkey",
         "passkey": \(passkey),
         "information": {"manufacturer": "LifeScan", "model": "Verio Flex", "serial": "0003"}}
        """,
        #"{"address": "\#(oximeter)", "name": "iChoice", "profile": "choiceMMed"}"#,
        """
        {"address": "\(scale)", "name": "BEURER BF710", "profile": "beurerScale",
         "users": [{"consent": 1}, {"consent": 2}]}
        """,
        #"{"address": "\#(ring)", "name": "O2Ring 0005", "profile": "o2Ring"}"#,
    ]

    private static let faults = [
        breaks(keyCuff, at: [8, 12]), breaks(tokenCuff, at: [8, 10]), breaks(meter, at: [20, 50]),
        breaks(oximeter, at: [2, 3], step: "stream"), breaks(scale, at: [6, 9]),
        breaks(ring, at: [5, 9]),
    ].flatMap { $0 }

    @Test func memoriesArriveOnceOverBrokenLinksAndAtTheirPeople() async throws {
        try await RunningLine.with(Self.settings(devices: Self.devices, faults: Self.faults)) { line in
            try await line.startSession(user: Self.second.user, seat: Self.second.seat)
            let questions = try await line.connection.client.subscribe(
                to: [ReaderTopics.passkeyRequested.descriptor],
                hub: LineSetup.hub
            )
            let answering = Task { try await answer(questions, line) }
            try await pair(line, Self.keyCuff, as: 10_072)
            try await pair(line, Self.tokenCuff, as: 10_072)
            try await pair(line, Self.meter, as: 10_030)
            try await answering.value
            // Of one cuff each user is another person; the other devices are one person's.
            try await assign(line, Self.keyCuff, user: 1, to: LineSetup.seat)
            try await assign(line, Self.keyCuff, user: 2, to: Self.second.seat)
            try await assign(line, Self.tokenCuff, to: Self.second.seat)
            try await assign(line, Self.meter, to: LineSetup.seat)
            try await assign(line, Self.oximeter, to: Self.second.seat)
            try await assign(line, Self.ring, to: LineSetup.seat)
            try await assign(line, Self.scale, user: 1, to: LineSetup.seat)
            try await assign(line, Self.scale, user: 2, to: Self.second.seat)
            for value in 101...124 { try await measure(line, Self.keyCuff, systolic: value, user: value % 2 + 1) }
            for value in 131...142 { try await measure(line, Self.tokenCuff, systolic: value, user: value % 2 + 1) }
            for value in 81...104 { try await measure(line, Self.meter, #""milligramsPerDecilitre": \#(value)"#) }
            for value in 71...76 {
                try await measure(line, Self.scale, #""kilograms": \#(value), "user": \#(value % 2 + 1)"#)
            }
            for minutes in 10...12 {
                try await measure(line, Self.ring, #""spo2": \#(86 + minutes), "pulse": 58, "minutes": \#(minutes)"#)
            }
            try await measure(line, Self.oximeter, #""spo2": 97, "pulse": 77"#)
            try await LineSetup.setPassive(line.connection, peripherals: Self.rows)
            let count = 24 + 12 + 24 + 6
            // A finger that stays in an oximeter is measured again and again.
            let spots = { @Sendable in line.cloud.delivered("spo2", to: Self.second.user) }
            let others = { @Sendable in
                line.cloud.created.filter { $0.user != Self.second.user || $0.values["spo2"] == nil }.count
            }
            try await line.wait("every record of every device") { !spots().isEmpty && others() >= count }
            try await line.wait("every night of the ring") { try await lowest(line, of: Self.ring).count >= 3 }
            let mine = LineSetup.person.user
            #expect(line.cloud.delivered("systolic", to: mine) == (101...124).filter { $0 % 2 == 0 }.map(Double.init))
            let theirs = (101...124).filter { $0 % 2 == 1 } + Array(131...142)
            #expect(line.cloud.delivered("systolic", to: Self.second.user) == theirs.map(Double.init))
            #expect(line.cloud.delivered("blood_glucose", to: mine) == (81...104).map(Double.init))
            #expect(line.cloud.delivered("body_weight", to: mine) == [72, 74, 76])
            #expect(line.cloud.delivered("body_weight", to: Self.second.user) == [71, 73, 75])
            #expect(Set(spots()) == [97])
            // The nights began before the session did, so a person decides whose they are.
            #expect(try await lowest(line, of: Self.ring) == [88, 89, 90])
            #expect(others() == count, "each once")
            for device in [Self.keyCuff, Self.tokenCuff, Self.meter, Self.oximeter, Self.scale, Self.ring] {
                #expect(line.radio.hasStruck("dropAtStep", device: device))
            }
        }
    }

    /// 200 records while the reader is killed again and again: nothing is lost, and nothing is there twice.
    @Test func aMemoryIsReadWholeThroughKills() async throws {
        let settings = Self.settings(devices: [Self.devices[1]], faults: [])
        try await RunningLine.with(settings) { line in
            try await pair(line, Self.tokenCuff, as: 10_072)
            try await assign(line, Self.tokenCuff, to: LineSetup.seat)
            let values = (0..<200).map { (systolic: 100 + $0 / 2, user: $0 % 2 + 1) }
            for value in values { try await measure(line, Self.tokenCuff, systolic: value.systolic, user: value.user) }
            var sent = line.truthCount("sent")
            try await LineSetup.setPassive(line.connection, peripherals: [10_072])
            for _ in 0..<3 {
                // Each time some records further; a session without a record has four replies.
                let next = sent + 40
                try await line.wait("\(next) replies of the cuff") { line.truthCount("sent") >= next }
                try await line.kill("device-reader")
                sent = line.truthCount("sent")
            }
            try await line.wait("every record of the cuff") { line.cloud.created.count >= values.count }
            let systolic = line.cloud.delivered("systolic").map(\.value).sorted()
            #expect(systolic == values.map { Double($0.systolic) }, "each of both users once")
            #expect(line.cloud.created.count == values.count)
        }
    }

    /// Pairs a device for no seat, while its button is pressed.
    private func pair(_ line: RunningLine, _ address: String, as peripheralID: Int) async throws {
        let body = PairPeripheral(device: try line.radio.device(address), peripheralID: peripheralID)
        let paired = try await LineSetup.patiently {
            try await line.radio.control(#"{"do": "advertise", "device": "\#(address)"}"#)
            return try await line.radio.ask(ReaderTopics.pairPeripheral, body: body)
        }
        #expect(paired.peripheralID == peripheralID)
    }

    /// Assigns a device from before its first record on.
    private func assign(_ line: RunningLine, _ address: String, user: Int? = nil, to seat: String) async throws {
        let body = AssignDevice(
            device: try line.radio.device(address),
            userIndex: user,
            seat: seat,
            from: Date(timeIntervalSinceNow: -3_600)
        )
        _ = try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.assignDevice,
                hub: BusAddress.siteHub,
                body: body,
                timeout: Patience.answer
            )
        }
    }

    /// The lowest saturation of each night of a ring that is held because no session was on.
    private func lowest(_ line: RunningLine, of ring: String) async throws -> [DecimalNumber] {
        let device = try line.radio.device(ring)
        let held = try await line.connection.requests.call(
            SessionOperations.heldReadings,
            hub: BusAddress.siteHub,
            body: PageRequest(),
            timeout: Patience.answer
        )
        let nights = held.readings.filter { $0.reading.device == device && $0.reason == .noSession }
        return nights.flatMap(\.reading.measurements).filter { $0.metric == "min_spo2" }.map(\.value).sorted()
    }

    private func measure(_ line: RunningLine, _ address: String, systolic: Int, user: Int) async throws {
        try await measure(line, address, #""systolic": \#(systolic), "diastolic": 60, "user": \#(user)"#)
    }

    private func measure(_ line: RunningLine, _ address: String, _ values: String) async throws {
        try await line.radio.control(#"{"do": "measure", "device": "\#(address)", \#(values)}"#)
    }

    /// Types the digits that the meter shows, once.
    private func answer(_ questions: BusSubscription, _ line: RunningLine) async throws {
        for await message in questions {
            let question = try Envelope<PasskeyRequested>.decode(message.payload).data
            _ = try await line.connection.requests.call(
                ReaderTopics.answerPasskey,
                hub: LineSetup.hub,
                body: AnswerPasskey(request: question.request, passkey: Self.passkey)
            )
            return
        }
    }
}

extension RunningLine {
    /// How many events of a kind the simulated devices wrote.
    nonisolated func truthCount(_ event: String) -> Int {
        let text = (try? String(contentsOf: URL(filePath: folder.truth), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count { $0.contains(#""event":"\#(event)""#) }
    }
}
