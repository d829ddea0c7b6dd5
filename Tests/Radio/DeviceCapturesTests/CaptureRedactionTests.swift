import DeviceCaptures
import DeviceCodecs
import Testing

@Suite struct CaptureRedactionTests {
    private let address: [UInt8] = [0xC0, 0xFF, 0xEE, 0x12, 0x34, 0x56]

    private func redacted(name: String? = nil, _ events: [CapturedEvent] = []) -> Capture {
        let device = CapturedDevice(name: name, address: "C0:FF:EE:12:34:56")
        var capture = Capture(made: "2026-11-29T12:00:00Z", program: "test", device: device)
        capture.events = events
        return CaptureRedaction.redact(capture)
    }

    @Test func theAddressIsReplacedInBothOrdersAndAsText() {
        let frame: [UInt8] = [1] + address + [2] + address.reversed() + Array("c0ffee123456".utf8) + [3]
        let advert = CapturedAdvert(name: "X", manufacturerData: [526: [9] + address.reversed()])
        let capture = redacted([
            CapturedEvent(.notified, at: 1, characteristic: BluetoothUUID(0xFFF1), bytes: frame),
            CapturedEvent(.advert, at: 2, advert: advert),
        ])
        #expect(capture.device.address == CaptureRedaction.standIn)
        let standIn: [UInt8] = [2, 0, 0, 0, 0, 1]
        let expected: [UInt8] = [1] + standIn + [2] + standIn.reversed() + Array("020000000001".utf8) + [3]
        #expect(capture.events[0].value == expected)
        #expect(capture.events[1].advert?.manufacturerData == ["526": "09010000000002"])
        #expect(capture.redacted == ["address"])
    }

    @Test(arguments: [
        ("A&D_UA-651BLE_123456", "A&D_UA-651BLE_000000"), ("Contour7830H1234567", "Contour7830H0000000"),
        ("meter+12345678", "meter+00000000"), ("Nonin3230_502647101", "Nonin3230_000000000"),
        ("O2Ring 1234", "O2Ring 0000"), ("0131971234", "0131970000"),
        // The last bytes of the address.
        ("QN-Scale 3456", "QN-Scale 0000"), ("SCALE-123456", "SCALE-000000"),
        ("BLESmart_0000024DC0FFEE123456", "BLESmart_0000024D000000000000"),
        ("BLESmart_00000264005FBFDF5B43", "BLESmart_00000264000000000000"),
        // A model's digits remain, because the catalogue needs them to find the model.
        ("BM85", "BM85"), ("1872B", "1872B"), ("TD-4277", "TD-4277"), ("MD300C208", "MD300C208"),
        ("UA-651BLE", "UA-651BLE"),
    ])
    func aNameLosesItsSerialDigits(name: String, expected: String) {
        #expect(redacted(name: name).device.name == expected)
    }

    @Test func aSerialNumberIsReplacedWhereverItIs() {
        let serial = Array("SN-77A4410".utf8)
        let inside = Array("77A4410".utf8)
        let capture = redacted([
            CapturedEvent(.read, at: 1, characteristic: BluetoothUUID(0x2A25), bytes: serial),
            CapturedEvent(.read, at: 2, characteristic: BluetoothUUID(0x2A23), bytes: [1, 2, 3, 4, 5, 6, 7, 8]),
            CapturedEvent(
                .notified,
                at: 3,
                characteristic: BluetoothUUID(0xFFF1),
                bytes: [7] + Array("SN77A4410".utf8)
            ),
            CapturedEvent(.read, at: 4, characteristic: BluetoothUUID(0x2A29), bytes: Array("Maker 7".utf8)),
        ])
        let all = capture.events.compactMap(\.value)
        #expect(!all.contains { $0.contains(inside) })
        #expect(all.map(\.count) == [serial.count, 8, 10, 7])
        #expect(all[1].allSatisfy { $0 == 0 })
        #expect(String(decoding: all[3], as: UTF8.self) == "Maker 7")
        #expect(capture.redacted == ["address", "serial number", "system id"])
    }

    @Test func aValueWithoutAnyOfItStays() {
        let frame = SampleCapture.first
        let capture = redacted(
            name: "Scale",
            [CapturedEvent(.notified, at: 1, characteristic: BluetoothUUID(0xFFF1), bytes: frame)]
        )
        #expect(capture.events[0].value == frame)
        #expect(capture.device.name == "Scale")
    }
}
