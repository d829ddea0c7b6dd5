import DeviceCodecs
import Testing
import VitalRecords

@testable import DeviceDrivers

/// The peculiarities of each maker: requests, split frames, quality flags.
@Suite struct StreamProtocolTests {
    private func bytes(_ hex: String) throws -> [UInt8] { try CharacteristicDecoder.bytes(hex: hex) }
}

/// Nonin, with frames computed from the maker's document.
extension StreamProtocolTests {
    private func nonin(_ times: ClosedRange<Int>, _ status: @escaping (Int) -> UInt8) -> [StreamBench<NoninStream>
        .Event]
    {
        StreamBench<NoninStream>.frames(times, on: NoninStream.values) {
            [0x0A, status($0), 0x1E, 0x01, 0x2C, 0x00, UInt8($0), 97, 0x00, 75]
        }
    }

    @Test func nonin3230IsReadAtItsSmartPoint() {
        var bench = StreamBench<NoninStream>([NoninStream.values, NoninStream.control, .continuousOximetry])
        // Values without a finger, while searching, or with a weak signal do not count.
        let marks: [Int: UInt8] = [1: 0x04, 2: 0x1C, 3: 0x16, 4: 0x10, 5: 0x14]
        let log = bench.run(nonin(1...10) { marks[$0] ?? 0x10 })
        #expect(log.subscribed == [NoninStream.values] && log.measuredAt == 5 && log.isDone)
        #expect(log.result == "spo2 97, pulse 75, pulse_amplitude_index 3.00")
        #expect(log.writes.map(\.bytes) == [[0x62, 0x4E, 0x4D, 0x49]])
    }

    @Test func withoutASmartPointTheCommonRuleDecidesAfterHalfAMinute() {
        var bench = StreamBench<NoninStream>([NoninStream.values])
        let log = bench.run(nonin(1...60) { _ in 0x10 })
        #expect(log.measuredAt == 31 && log.writes.isEmpty && log.isDone)
        let weak = bench.run(nonin(1...100) { $0 % 5 == 0 ? 0x12 : 0x10 })
        #expect(weak.measurements.isEmpty && weak.failure?.contains("steady") == true)
        // A weak signal in the window delays the result.
        #expect(bench.run(nonin(1...60) { $0 == 27 ? 0x12 : 0x10 }).measuredAt == 36)
    }

    @Test func nonin3230WithoutTheMakersServiceIsReadByTheStandard() {
        var bench = StreamBench<NoninStream>([.continuousOximetry])
        let log = bench.run(
            StreamBench<NoninStream>.frames(1...60, on: .continuousOximetry) { _ in [0, 98, 0, 64, 0] }
        )
        #expect(log.result == "spo2 98, pulse 64" && log.isDone)
    }
}

/// ChoiceMMed, with captured frames.
extension StreamProtocolTests {
    typealias ChoiceMMed = StreamBench<ChoiceMMedStream>

    private func choiceMMed() throws -> ChoiceMMed {
        var bench = ChoiceMMed(ChoiceMMedStream.notifying.reversed() + [ChoiceMMedStream.requestChannel])
        let accepted = try bytes("55aa03b100b4")
        bench.answer = { _ in [(ChoiceMMedStream.replies, accepted)] }
        return bench
    }

    @Test func choiceMMedStreamsAfterItsPassword() throws {
        var bench = try choiceMMed()
        let value = try bytes("55aa03614db1")
        let log = bench.run(ChoiceMMed.frames(1...30, on: ChoiceMMedStream.results) { _ in value })
        #expect(log.subscribed == ChoiceMMedStream.notifying)
        #expect(log.writes.map(\.bytes) == [try bytes("aa5504b10000b5")])
        #expect(log.result == "spo2 97, pulse 77" && log.measuredAt == 9 && log.isDone)
    }

    /// Some models send only the final value; the silence after it shows that.
    @Test func aSingleFinalValueIsAResultWithAFlag() throws {
        var bench = try choiceMMed()
        let value = try bytes("55aa03614db1")
        let log = bench.run([ChoiceMMed.Event(at: 4, channel: ChoiceMMedStream.results, bytes: value)])
        #expect(log.result == "spo2 97, pulse 77, not_settled" && log.measuredAt == 9)
        // A value before the finger leaves is not final.
        let out = ChoiceMMed.Event(at: 5, channel: ChoiceMMedStream.results, bytes: try bytes("55aa03000003"))
        let left = bench.run([ChoiceMMed.Event(at: 4, channel: ChoiceMMedStream.results, bytes: value), out])
        #expect(left.measurements.isEmpty && left.failure?.contains("left the oximeter") == true)
    }

    @Test func aPasswordIsSentAgainUntilItIsTaken() throws {
        var bench = try choiceMMed()
        let (value, refused) = (try bytes("55aa03614db1"), try bytes("55aa03b101b5"))
        bench.answer = { _ in [(ChoiceMMedStream.replies, refused)] }
        let log = bench.run(ChoiceMMed.frames(5...30, on: ChoiceMMedStream.results) { _ in value })
        // The values show that the oximeter accepted it after all.
        #expect(log.writes.map(\.at) == [0, 2, 4] && log.measuredAt == 13)
        let never = bench.run()
        #expect(never.writes.count == 5 && never.failure?.contains("password") == true)
        bench.answer = { _ in [] }
        #expect(bench.run().failure?.contains("does not answer") == true)
    }

    /// A cuff of this brand has the same name and the same channels.
    @Test func aCuffOfTheBrandIsNoOximeter() throws {
        var bench = try choiceMMed()
        let frame: [UInt8] = [0x55, 0xAA, 0x09, 0x00, 0x78, 0x00, 0x50, 0x00, 0x46, 0x00, 0x00, 0x17]
        let log = bench.run([ChoiceMMed.Event(at: 1, channel: ChoiceMMedStream.results, bytes: frame)])
        #expect(log.measurements.isEmpty && log.failure?.contains("not an oximeter") == true)
    }
}

/// Contec, with captured frames.
extension StreamProtocolTests {
    typealias Contec = StreamBench<ContecStream>

    private func contec(info: String?) throws -> Contec {
        var bench = Contec([ContecStream.requestChannel, ContecStream.replies])
        let told = try info.map { try bytes($0) }
        bench.answer = { written in
            guard written == [0x82, 0x02], let told else { return [] }
            return [(ContecStream.replies, told)]
        }
        return bench
    }

    /// Splits and joins frames: each notification ends in the middle of the next frame.
    private func stream(_ frame: [UInt8]) -> [Contec.Event] {
        let wave: [UInt8] = [0xEB, 0x00, 0x02, 0x03, 0x71, 0x61]
        let whole = frame + wave
        return Contec.frames(1...40, on: ContecStream.replies) { time in
            time == 1 ? Array(whole.prefix(5)) : Array(whole.dropFirst(5)) + whole.prefix(5)
        }
    }

    @Test func contecIsAskedForItsVersionAndStreams() throws {
        var bench = try contec(info: "f200000206000d0700")
        let log = bench.run(stream(try bytes("eb010453637f0025")))
        #expect(
            log.writes.map { ($0.at * 10).rounded() } == [8, 8]
                && log.writes.map(\.bytes) == [[0x82, 0x02], [0x9B, 0x01, 0x1C]]
        )
        #expect(log.result == "spo2 99, pulse 83" && log.unreadable == 0 && log.measuredAt == 10)
    }

    @Test func aNewerVersionScramblesItsValues() throws {
        var bench = try contec(info: "f200000206000e0700")
        #expect(bench.run(stream(try bytes("eb01061e347f0043"))).result == "spo2 98, pulse 72")
        // Without the version the layout is unknown, and 52 % would be wrong.
        var silent = try contec(info: nil)
        let log = silent.run(stream(try bytes("eb01061e347f0043")))
        #expect(log.measurements.isEmpty && log.failure?.contains("steady") == true)
        #expect(silent.run(stream(try bytes("eb010453637f0025"))).result == "spo2 99, pulse 83")
    }

    @Test func contecWithoutAFingerHasNoValue() throws {
        var bench = try contec(info: "f200000206000d0700")
        #expect(bench.run(stream(try bytes("eb01047f7f7f006d"))).failure?.contains("no finger") == true)
        #expect(bench.run().failure?.contains("does not answer") == true)
    }
}

/// Berry and PC-60FW: streams in pieces of any length.
extension StreamProtocolTests {
    typealias Berry = StreamBench<BerryStream>
    typealias Clip = StreamBench<PC60Stream>

    private func berry(_ packet: [UInt8]) -> [Berry.Event] {
        // 100 packets a second, in pieces of 13 bytes.
        let stream = (0..<1_500).flatMap { _ in packet }
        return stride(from: 0, to: stream.count, by: 13).map { place in
            Berry.Event(
                at: Double(place) / 500,
                channel: BerryStream.values,
                bytes: Array(stream[place..<min(place + 13, stream.count)])
            )
        }
    }

    @Test func berryIsReadFromAHundredPacketsASecond() throws {
        var bench = Berry([BerryStream.values])
        let log = bench.run(berry(try bytes("8332094863")))
        #expect(log.result == "spo2 99, pulse 72" && log.unreadable == 0 && log.measurements.count == 1)
        #expect(log.measuredAt.map { (8...8.1).contains($0) } == true)
        // Searching, without a signal, unplugged, without a finger.
        for packet in ["8332294863", "8f32094863", "9332094863", "a332094863", "8332194863"] {
            #expect(bench.run(berry(try bytes(packet))).measurements.isEmpty, "\(packet)")
        }
    }

    /// Packets of protocol 1.5 have bytes between that a BCI packet could begin with, here at the interval of two beats.
    @Test func berrysLongerPacketsAreReadByTheirOwnLayout() throws {
        var bench = Berry([BerryStream.values])
        let packet = try bytes("ffaa050061604847c8000a0a321027000055c800")
        let log = bench.run(berry(packet))
        #expect(log.result == "spo2 97, pulse 72, pulse_amplitude_index 1.0" && log.unreadable == 0)
        #expect(log.measurements.count == 1)
        // Unplugged, without a finger, without a pulse.
        for status in [UInt8(1), 2, 4] {
            let other = Array(packet.prefix(3)) + [status] + packet.dropFirst(4)
            #expect(bench.run(berry(other)).measurements.isEmpty, "\(status)")
        }
    }

    @Test func theClipIsReadFromJoinedAndSplitFrames() throws {
        var bench = Clip([PC60Stream.values])
        let whole = try bytes("aa550f0801603e005000c008") + signed([0xAA, 0x55, 0xF0, 0x03, 0x03, 0x02])
        let log = bench.run(
            Clip.frames(1...30, on: PC60Stream.values) { time in
                time == 1 ? Array(whole.prefix(7)) : Array(whole.dropFirst(7)) + whole.prefix(7)
            }
        )
        #expect(log.result == "spo2 96, pulse 62, pulse_amplitude_index 8.0" && log.isDone && log.unreadable == 0)
        // A pulse or saturation of 0 means no value.
        let none = signed([0xAA, 0x55, 0x0F, 0x08, 0x01, 0x60, 0x00, 0x00, 0x50, 0x00, 0xC0])
        let silent = bench.run(Clip.frames(1...70, on: PC60Stream.values) { _ in none })
        #expect(silent.failure?.contains("no finger") == true && silent.unreadable == 0)
    }

    /// A frame with its CRC-8/MAXIM, implemented independently of the driver.
    private func signed(_ bytes: [UInt8]) -> [UInt8] {
        let sum = bytes.reduce(UInt8(0)) { sum, byte in
            (0..<8).reduce(sum ^ byte) { word, _ in word & 1 == 0 ? word >> 1 : word >> 1 ^ 0x8C }
        }
        return bytes + [sum]
    }
}
