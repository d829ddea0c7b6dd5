extension VirtualDevice {
    /// Answers a read request.
    ///
    /// - Throws: ``AttError/readNotPermitted`` for what cannot be read.
    package mutating func read(_ short: UInt16, at now: Duration) throws(AttError) -> [UInt8] {
        stayAwake(at: now)
        switch short {
        case 0x2A29: return Array(script.information.manufacturer.utf8)
        case 0x2A24: return Array(script.information.model.utf8)
        case 0x2A25: return Array(script.information.serial.utf8)
        case 0x2A19: return [script.battery ?? 0]
        case 0x2A08: return dateTime(at: now)
        case script.profile.feature.uuid: return script.profile.feature.value
        default: throw .readNotPermitted
        }
    }

    /// Answers a write request.
    ///
    /// - Throws: ``AttError`` for anything but a valid time to 0x2A08.
    package mutating func write(
        _ short: UInt16,
        _ value: [UInt8],
        at now: Duration
    ) throws(AttError) -> [DeviceOutput] {
        stayAwake(at: now)
        guard short == 0x2A08 else { throw .writeNotPermitted }
        guard value.count == 7 else { throw .invalidLength }
        guard let time = CivilTime(dateTime: value) else { throw .outOfRange }
        let shift = time.seconds - clock(at: now).seconds
        clockOffset += shift
        isClockSet = true
        return [.clockSet(shift: shift)]
    }

    /// Traffic keeps an idle link up.
    private mutating func stayAwake(at now: Duration) {
        guard let ends = idleEnds else { return }
        idleEnds = max(ends, now + script.idleTime)
    }
}
