extension VirtualDevice {
    mutating func advertise(at now: Duration) -> [DeviceOutput] {
        guard !isConnected else { return [] }
        advertisingEnds = script.advertisingTime.map { now + $0 }
        // After a button press a device with an empty memory advertises for a while only.
        if stored.isEmpty, advertisingEnds == nil { advertisingEnds = now + .seconds(30) }
        return setAdvertising(true)
    }

    private mutating func setAdvertising(_ on: Bool) -> [DeviceOutput] {
        guard on != isAdvertising else { return [] }
        isAdvertising = on
        if !on { advertisingEnds = nil }
        return [.advertising(on)]
    }

    mutating func connected(encrypted: Bool, at now: Duration) -> [DeviceOutput] {
        let outputs = setAdvertising(false)
        isConnected = true
        isEncrypted = encrypted
        readableOnThisLink = stored.count
        restIdle(at: now, Self.patience)
        return outputs
    }

    mutating func discovered(at now: Duration) -> [DeviceOutput] {
        discoveredAt = now
        return []
    }

    mutating func bonded(at now: Duration) -> [DeviceOutput] {
        isBonded = true
        isEncrypted = true
        bondedOnThisLink = true
        restIdle(at: now, Self.patience)
        return []
    }

    mutating func forgetBond() -> [DeviceOutput] {
        isBonded = false
        return []
    }

    mutating func disconnected(at now: Duration) -> [DeviceOutput] {
        guard isConnected else { return [] }
        isConnected = false
        isEncrypted = false
        bondedOnThisLink = false
        subscribed = []
        pending = nil
        discoveredAt = nil
        nextFrame = nil
        idleEnds = nil
        return stored.isEmpty ? [] : advertise(at: now)
    }

    mutating func subscribe(_ short: UInt16, _ on: Bool, at now: Duration) -> [DeviceOutput] {
        guard isConnected else { return [] }
        if on, isDeaf(at: now) { return [.ignoredSubscription(short)] }
        if on { subscribed.insert(short) } else { subscribed.remove(short) }
        guard on, short == script.profile.measurement else { return [] }
        restIdle(at: now, script.idleTime)
        scheduleFrame(at: now)
        return []
    }

    private func isDeaf(at now: Duration) -> Bool {
        guard script.quirks.contains(.beurerBM85) else { return false }
        return discoveredAt.map { now - $0 < Self.deafTime } ?? true
    }

    mutating func confirmed(at now: Duration) -> [DeviceOutput] {
        guard let reading = pending else { return [] }
        pending = nil
        stored.removeAll { $0.number == reading.number }
        readableOnThisLink -= 1
        restIdle(at: now, script.idleTime)
        scheduleFrame(at: now)
        return [.erased(reading)]
    }

    mutating func tick(at now: Duration) -> [DeviceOutput] {
        if let time = advertisingEnds, time <= now { return setAdvertising(false) }
        if let time = nextFrame, time <= now {
            nextFrame = nil
            return sendNext()
        }
        if let time = idleEnds, time <= now {
            idleEnds = nil
            return [.disconnect]
        }
        return []
    }

    private mutating func sendNext() -> [DeviceOutput] {
        guard isConnected, subscribed.contains(script.profile.measurement), pending == nil, readableOnThisLink > 0,
            let reading = stored.first
        else { return [] }
        pending = reading
        return [.indicate(script.profile.measurement, reading)]
    }

    mutating func scheduleFrame(at now: Duration) {
        let waitsForNewLink = bondedOnThisLink && script.quirks.contains(.aAndD)
        guard subscribed.contains(script.profile.measurement), pending == nil, readableOnThisLink > 0,
            !waitsForNewLink
        else { return }
        nextFrame = now + Self.framePause
    }

    /// Starts the idle time anew; an A&D device never ends a link itself.
    mutating func restIdle(at now: Duration, _ time: Duration) {
        idleEnds = script.quirks.contains(.aAndD) ? nil : now + time
    }
}
