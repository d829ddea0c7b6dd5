extension VirtualDevice {
    /// Answers a read request.
    ///
    /// - Throws: ``AttError``; ``AttError/readNotPermitted`` for unreadable attributes.
    package mutating func read(_ short: UInt16, at now: Duration) throws(AttError) -> [UInt8] {
        stayAwake(at: now)
        switch short {
        case 0x2A29: return Array(script.information.manufacturer.utf8)
        case 0x2A24: return Array(script.information.model.utf8)
        case 0x2A25: return Array(script.information.serial.utf8)
        case 0x2A19 where script.battery != nil: return [script.battery ?? 0]
        case 0x2A08 where layout.characteristic(short) != nil: return moment(at: now).stamp
        case 0x2A2B where layout.characteristic(short) != nil:
            return moment(at: now).stamp + [clock.time(at: now).weekday, 0, 0]
        default: break
        }
        guard let value = try profile.read(short) else { throw .readNotPermitted }
        return value
    }

    /// Answers a write request.
    ///
    /// - Throws: ``AttError``; ``AttError/writeNotPermitted`` for unwritable attributes.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at now: Duration
    ) throws(AttError) -> [DeviceOutput] {
        stayAwake(at: now)
        let mayWrite = layout.characteristic(short)?.flags.contains("write") == true
        if mayWrite, short == 0xFFF1, value == Self.careSensQuestion {
            return [.notify(DeviceFrame(short, bytes: value.prefix(4) + moment(at: now).stamp))]
        }
        if mayWrite, let time = try DeviceClock.time(short, value: value) {
            return [.clockSet(shift: clock.set(time, at: now))]
        }
        let consentedBefore = profile.consented
        guard let outputs = try profile.write(short, value: value, at: moment(at: now)) else {
            throw .writeNotPermitted
        }
        if let ends = idleEnds { idleEnds = max(ends, now + profile.patience) }
        if profile.consented != nil, profile.consented != consentedBefore {
            readableOnThisLink = stored.count
            scheduleFrame(at: now)
        }
        return outputs
    }

    /// CareSens: the clock's command without a time asks for it (tidepool-org/uploader, bluetoothLEDriver.js).
    private static let careSensQuestion: [UInt8] = [0xC0, 0x03, 0x01, 0x00] + [UInt8](repeating: 0, count: 7)

    /// Restarts the idle time, since traffic keeps the link up.
    private mutating func stayAwake(at now: Duration) {
        guard let ends = idleEnds else { return }
        idleEnds = max(ends, now + script.idleTime)
    }
}
