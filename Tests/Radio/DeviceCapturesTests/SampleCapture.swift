import DeviceCaptures
import DeviceCodecs

/// Captures like those of a recording.
enum SampleCapture {
    /// A capture of an unknown cuff: two frames in Omron's layout (Fixtures/drivers.json, omron-15 and -17).
    static func cuff(shown: String? = "105/69 pulse 63") -> Capture {
        var capture = Capture(
            made: "2026-11-29T12:00:00Z",
            program: "test",
            device: CapturedDevice(name: "BLESmart_0000024DC0FFEE123456", address: "C0:FF:EE:12:34:56")
        )
        capture.shown = shown
        capture.services = [
            CapturedService(
                uuid: vendorService,
                characteristics: [CapturedCharacteristic(uuid: vendor, flags: ["notify"])]
            )
        ]
        capture.events = [
            CapturedEvent(.connected, at: 10),
            CapturedEvent(.notified, at: 20, characteristic: vendor, bytes: first),
            CapturedEvent(.notified, at: 30, characteristic: vendor, bytes: second),
        ]
        return capture
    }

    static let vendorService = BluetoothUUID(0xFFF0)
    static let vendor = BluetoothUUID(0xFFF1)
    static let first: [UInt8] = [
        0x50, 0x45, 0x3F, 0x19, 0xAE, 0x61, 0xC9, 0x1A, 0x80, 0x20, 0x02, 0x00, 0x81, 0x7E,
    ]
    static let second: [UInt8] = [
        0x5B, 0x47, 0x45, 0x19, 0xAE, 0x61, 0x1F, 0x1C, 0x80, 0x40, 0x04, 0x00, 0x0E, 0xF1,
    ]
}
