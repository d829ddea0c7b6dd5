import DeviceCaptures
import DeviceCodecs
import SeededRandom
import Testing

@Suite struct CaptureFileTests {
    @Test func aFileIsReadAsItWasWritten() throws {
        var capture = SampleCapture.cuff()
        capture.events.append(
            CapturedEvent(
                .advert,
                at: 40,
                advert: CapturedAdvert(
                    rssi: -60,
                    services: [BluetoothUUID(0x1810)],
                    manufacturerData: [526: [1, 0xAB]]
                ),
                count: 3
            )
        )
        let read = try CaptureFile.decode(try CaptureFile.encode(capture))
        #expect(read == capture)
        #expect(read.events.last?.advert?.facts.manufacturerData == [526: [1, 0xAB]])
    }

    @Test(arguments: [
        ("{}", "not a file of"), ("", "not a file of"), ("[1]", "not a file of"),
    ])
    func anotherFileIsRefused(text: String, words: String) {
        let error = #expect(throws: CodecError.self) { try CaptureFile.decode(Array(text.utf8)) }
        #expect(error?.message.contains(words) == true)
    }

    @Test func aLaterFormAndWrongDigitsAreNamed() throws {
        var later = SampleCapture.cuff()
        later.format = "vitalbus-capture-9"
        let bytes = try CaptureFile.encode(later)
        let form = #expect(throws: CodecError.self) { try CaptureFile.decode(bytes) }
        #expect(form?.message.contains("vitalbus-capture-9") == true)
        var wrong = SampleCapture.cuff()
        wrong.events[1].bytes = "5g"
        let digits = try CaptureFile.encode(wrong)
        let error = #expect(throws: CodecError.self) { try CaptureFile.decode(digits) }
        #expect(error?.message.contains("hexadecimal") == true)
    }

    @Test func aDamagedFileNeverTraps() throws {
        let whole = try CaptureFile.encode(SampleCapture.cuff())
        var generator = SplitMix64(seed: 51)
        var read = 0
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 32...126,
                    using: &generator
                )
            }
            guard let capture = try? CaptureFile.decode(bytes) else { continue }
            read += 1
            _ = CaptureRedaction.redact(capture)
            _ = try? CaptureFixture.rows(of: capture, driver: nil, shown: nil, name: "x")
        }
        #expect(read > 0)
    }
}

@Suite struct CaptureLogTests {
    @Test func equalAdvertsAreCounted() {
        var log = CaptureLog()
        for (at, rssi) in [(1, -60), (2, -61), (3, -59)] {
            log.add(CapturedEvent(.advert, at: at, advert: CapturedAdvert(rssi: rssi, manufacturerData: [1: [1]])))
        }
        log.add(CapturedEvent(.advert, at: 4, advert: CapturedAdvert(rssi: -60, manufacturerData: [1: [2]])))
        #expect(log.events.map(\.at) == [1, 4])
        #expect(log.events.map(\.count) == [2, nil])
    }

    @Test func aFullLogDropsWhatFollows() {
        var log = CaptureLog()
        let value = [UInt8](repeating: 1, count: 512)
        while !log.isFull { log.add(CapturedEvent(.notified, at: 1, bytes: value)) }
        let count = log.events.count
        log.add(CapturedEvent(.notified, at: 2, bytes: [1]))
        #expect(log.events.count == count)
        #expect(count * 512 <= CaptureLog.mostBytes)
        #expect(count > CaptureLog.mostBytes / 600)
    }
}
