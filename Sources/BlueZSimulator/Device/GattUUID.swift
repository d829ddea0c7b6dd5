/// UUIDs in the text form that BlueZ uses.
package enum GattUUID {
    /// The 128-bit form of a 16-bit UUID.
    package static func text(_ short: UInt16) -> String {
        let digits = String(short, radix: 16)
        return "0000" + String(repeating: "0", count: 4 - digits.count) + digits + "-0000-1000-8000-00805f9b34fb"
    }

    /// The 128-bit form of a UUID given in either form.
    package static func expand(_ uuid: String) -> String {
        guard uuid.count == 4, let short = UInt16(uuid, radix: 16) else { return uuid.lowercased() }
        return text(short)
    }
}
