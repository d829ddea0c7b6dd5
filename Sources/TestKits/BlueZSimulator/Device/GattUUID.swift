/// UUIDs in the text form that BlueZ uses.
package enum GattUUID {
    /// Names for the makers' own 128-bit UUIDs, from a range that the Bluetooth SIG has not assigned.
    static let contourService: UInt16 = 0xFB01
    /// The clock of Contour meters.
    static let contourClock: UInt16 = 0xFB02

    static let vendor: [UInt16: String] = [
        contourService: "00000000-0002-11e2-9e96-0800200c9a66",
        contourClock: "00001026-0002-11e2-9e96-0800200c9a66",
    ]

    /// The 128-bit form of a 16-bit UUID.
    package static func text(_ short: UInt16) -> String {
        if let text = vendor[short] { return text }
        let digits = String(short, radix: 16)
        return "0000" + String(repeating: "0", count: 4 - digits.count) + digits + "-0000-1000-8000-00805f9b34fb"
    }

    /// The 128-bit form of a UUID given in either form.
    package static func expand(_ uuid: String) -> String {
        guard uuid.count == 4, let short = UInt16(uuid, radix: 16) else { return uuid.lowercased() }
        return text(short)
    }
}
