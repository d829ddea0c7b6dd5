/// The ways to set a health device's clock.
enum DeviceClock {
    /// The civil time that a write to a clock sets; nil where the characteristic is no clock.
    ///
    /// Contour (`01`, UTC in seven bytes, offset in minutes) is told in weliem/blessed-android's BluetoothHandler,
    /// CareSens (`C0 03 01 00`, then year to second) in xDrip's TimeTx.
    static func time(_ short: UInt16, _ value: [UInt8]) throws(AttError) -> CivilTime? {
        switch short {
        case 0x2A08: return try time(value, length: 7, at: 0)
        case 0x2A2B: return try time(value, length: 10, at: 0)
        case GattUUID.contourClock:
            let time = try time(value, length: 10, at: 1)
            guard value[0] == 1, let minutes = FrameBytes.word(value, at: 8) else { throw .outOfRange }
            return CivilTime(seconds: time.seconds + 60 * Int(Int16(bitPattern: minutes)))
        case 0xFFF1:
            let time = try time(value, length: 11, at: 4)
            guard value.starts(with: [0xC0, 0x03, 0x01, 0x00]) else { throw .outOfRange }
            return time
        default: return nil
        }
    }

    private static func time(_ value: [UInt8], length: Int, at place: Int) throws(AttError) -> CivilTime {
        guard value.count == length else { throw .invalidLength }
        guard let time = CivilTime(dateTime: Array(value[place..<place + 7])) else { throw .outOfRange }
        return time
    }
}
