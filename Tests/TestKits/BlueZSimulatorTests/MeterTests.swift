import SeededRandom
import Testing

@testable import BlueZSimulator

/// The glucose meter and its record access control point.
struct MeterTests {
    private func meter(_ records: Int, quirks: Set<DeviceQuirk> = []) -> VirtualDevice {
        var script = ScenarioDevice(address: Bench.address, profile: .glucose, quirks: quirks)
        script.records = records
        var device = VirtualDevice(script, epoch: Bench.epoch, random: SplitMix64(seed: 1))
        _ = device.handle(.connected(encrypted: false), at: .zero)
        for short: UInt16 in [0x2A18, 0x2A34, 0x2A52] { _ = device.handle(.subscribe(short, true), at: .zero) }
        return device
    }

    /// The result of a request: the measurements, the contexts and the closing answer.
    private func ask(
        _ device: inout VirtualDevice,
        _ hex: String
    ) throws -> (records: [[UInt8]], contexts: Int, answer: String?) {
        let start = Duration.seconds(1)
        var doing = try device.write(0x2A52, value: try #require([UInt8](hex: hex)), at: start)
        var records: [[UInt8]] = []
        var contexts = 0
        var answer: String?
        var time = start
        while !doing.isEmpty || answer == nil {
            var next: [DeviceOutput] = []
            for output in doing {
                switch output {
                case .record(let reading, _):
                    records += reading.frames.filter { $0.characteristic == 0x2A18 }.map(\.bytes)
                    contexts += reading.frames.count { $0.characteristic == 0x2A34 }
                case .reportEnds: next += device.handle(.endReport, at: time)
                case .answer(let frame):
                    answer = frame.bytes.hex
                    next += device.handle(.answered, at: time)
                default: break
                }
            }
            if next.isEmpty, answer == nil, let deadline = device.profile.deadline {
                time = deadline
                next = device.handle(.tick, at: time)
            }
            doing = next
            if doing.isEmpty, device.profile.deadline == nil { break }
        }
        return (records, contexts, answer)
    }

    private func sequences(_ records: [[UInt8]]) -> [UInt16] { records.compactMap { FrameBytes.word($0, at: 1) } }

    @Test("Five hundred records are counted and reported, oldest first, with the contexts that they announce")
    func all() throws {
        var device = meter(500)
        #expect(try ask(&device, "0401").answer == "0500f401")
        let (records, contexts, answer) = try ask(&device, "0101")
        #expect(sequences(records) == Array(1...500))
        #expect(answer == "06000101")
        #expect(contexts == records.count { $0[0] & 0x10 != 0 })
        #expect(contexts > 0)
        #expect(!device.profile.hasNews)
    }

    @Test(
        "Every operator selects by sequence and by time",
        arguments: [
            ("0105", [1]), ("0106", [20]), ("0102010300", [1, 2, 3]), ("0103011300", [19, 20]),
            ("01040105000600", [5, 6]),
        ] as [(String, [UInt16])]
    )
    func operators(_ request: String, _ wanted: [UInt16]) throws {
        var device = meter(20)
        #expect(sequences(try ask(&device, request).records) == wanted)
        let last = try #require(try ask(&device, "0106").records.first)
        #expect(try ask(&device, "010302" + last[3..<10].map { [$0].hex }.joined()).records == [last])
    }

    @Test(
        "Requests for absent or forbidden things are answered with the right code",
        arguments: [
            ("010301ff00", "06000106"), ("0100", "06000103"), ("0109", "06000104"), ("010301", "06000105"),
            ("01010000", "06000105"), ("0103030000", "06000109"), ("0104010600050000", "06000105"),
            ("0700", "06000702"), ("0300", "06000301"), ("0301", "06000307"), ("", "06000002"),
        ]
    )
    func refused(_ request: String, _ wanted: String) throws {
        var device = meter(3)
        #expect(try ask(&device, request).answer == wanted)
    }

    @Test("A second procedure is refused, an abort ends the first, and the CCCDs must be written before")
    func oneAtATime() throws {
        var device = meter(10)
        _ = try device.write(0x2A52, value: [1, 1], at: .seconds(1))
        #expect(throws: AttError.procedureInProgress) { try device.write(0x2A52, value: [4, 1], at: .seconds(1)) }
        let abort = try device.write(0x2A52, value: [3, 0], at: .seconds(1))
        #expect(abort.last == .answer(DeviceFrame(0x2A52, bytes: [6, 0, 3, 1])))
        #expect(device.profile.deadline == nil)
        _ = device.handle(.subscribe(0x2A18, false), at: .seconds(1))
        #expect(throws: AttError.cccdImproper) { try device.write(0x2A52, value: [1, 1], at: .seconds(1)) }
    }

    @Test("Deleted records are gone")
    func delete() throws {
        var device = meter(5)
        #expect(try ask(&device, "0202010200").answer == "06000201")
        #expect(sequences(try ask(&device, "0101").records) == [3, 4, 5])
    }

    @Test("Meters that number backwards renumber everything, and the newest record is the first")
    func reversed() throws {
        var device = meter(3, quirks: [.reversedSequence])
        let before = try ask(&device, "0101").records
        #expect(sequences(before) == [1, 2, 3])
        let first = try ask(&device, "0105").records
        #expect(first == [before[0]])
        _ = device.handle(.measure(frame: nil, values: .init([.milligramsPerDecilitre: 100])), at: .seconds(2))
        let after = try ask(&device, "0101").records
        #expect(after.dropFirst().map { $0.dropFirst(3) } == before.map { $0.dropFirst(3) })
        #expect(sequences(after) == [1, 2, 3, 4])
    }

    @Test("Other quirks: doubled records, an artificial HI of 2037, no operator but all, no count, month 13")
    func quirks() throws {
        var doubled = meter(2, quirks: [.duplicateRecords])
        #expect(sequences(try ask(&doubled, "0101").records) == [1, 1, 2, 2])
        var fake = meter(2, quirks: [.fakeHigh])
        let last = try #require(try ask(&fake, "0101").records.last)
        #expect(last.hex == "020300f50701010000" + "00fe0711")
        var simple = meter(2, quirks: [.onlyAllRecords, .noCount])
        #expect(try ask(&simple, "010301" + "0000").answer == "06000104")
        #expect(try ask(&simple, "0401").answer == "06000402")
        var script = ScenarioDevice(address: Bench.address, profile: .glucose, quirks: [.month13])
        script.records = 1
        let january = try #require(CivilTime("2026-01-05T08:00:00"))
        let device = VirtualDevice(script, epoch: january, random: SplitMix64(seed: 1))
        let record = try #require((device.profile as? MeterProfile)?.records.first)
        #expect(record.reading.frames[0].bytes[5] == 13)
    }

    @Test("The amounts are exact: mg/dL as kg/L, mmol/L as mol/L, with offset and status if given")
    func amounts() throws {
        var device = meter(0)
        let values = MeasurementValues([.milligramsPerDecilitre: 119, .meal: 0, .location: 1, .type: 2])
        _ = device.handle(.measure(frame: nil, values: values), at: .seconds(1))
        #expect(device.lastMeasured?.frames.map(\.bytes.hex) == ["020100ea07030108000177b012"])
        let other = MeasurementValues([.millimolesPerLitre: 5.6, .meal: 3, .offsetMinutes: -60, .status: 1])
        _ = device.handle(.measure(frame: nil, values: other), at: .seconds(1))
        let frames = try #require(device.lastMeasured?.frames.map(\.bytes.hex))
        #expect(frames == ["1f0200ea070301080001c4ff38c0110100", "02020003"])
    }

    @Test("Makers' own commands set their clocks; Current Time includes the day of the week")
    func clocks() throws {
        var contour = meter(0, quirks: [.contourClock])
        let set = try contour.write(
            GattUUID.contourClock,
            value: try #require([UInt8](hex: "01ea0703010800003c00")),
            at: .zero
        )
        #expect(set == [.clockSet(shift: 3600)])
        #expect(contour.layout.services.contains { $0.uuid == "00000000-0002-11e2-9e96-0800200c9a66" })
        var careSens = meter(0, quirks: [.careSensClock])
        #expect(
            try careSens.write(0xFFF1, value: try #require([UInt8](hex: "c0030100ea070301070000")), at: .zero)
                == [.clockSet(shift: -3600)]
        )
        let question = try #require([UInt8](hex: "c003010000000000000000"))
        let answer = try #require([UInt8](hex: "c0030100ea070301070000"))
        #expect(try careSens.write(0xFFF1, value: question, at: .zero) == [.notify(DeviceFrame(0xFFF1, bytes: answer))])
        var accuChek = meter(0, quirks: [.clockInService])
        #expect(try accuChek.read(0x2A08, at: .zero).hex == "ea070301080000")
        var usual = meter(0)
        // 2026-03-01 is a Sunday.
        #expect(try usual.read(0x2A2B, at: .zero).hex == "ea070301080000" + "070000")
        #expect(throws: AttError.readNotPermitted) { try usual.read(0x2A08, at: .zero) }
    }
}
