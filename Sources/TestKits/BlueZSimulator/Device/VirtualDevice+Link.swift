extension VirtualDevice {
    mutating func advertise(at now: Duration) -> [DeviceOutput] {
        guard !isConnected else { return [] }
        advertisingEnds = script.advertisingTime.map { now + $0 }
        // After a button press, a device with an empty memory advertises only for a while.
        if !hasNews, advertisingEnds == nil { advertisingEnds = now + .seconds(30) }
        return setAdvertising(true)
    }

    mutating func setAdvertising(_ on: Bool) -> [DeviceOutput] {
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
        restIdle(at: now, time: Self.patience)
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
        restIdle(at: now, time: Self.patience)
        return []
    }

    mutating func forgetBond() -> [DeviceOutput] {
        isBonded = false
        if var cuff = profile as? OmronCuffProfile {
            cuff.forgetKey()
            profile = cuff
        }
        return []
    }

    mutating func disconnected(at now: Duration) -> [DeviceOutput] {
        guard isConnected else { return [] }
        isConnected = false
        isEncrypted = false
        bondedOnThisLink = false
        subscribed = []
        pending = nil
        framesLeft = []
        flood = nil
        discoveredAt = nil
        nextFrame = nil
        idleEnds = nil
        profile.linkEnded()
        return hasNews ? advertise(at: now) : []
    }

    mutating func subscribe(_ short: UInt16, on: Bool, at now: Duration) -> [DeviceOutput] {
        guard isConnected else { return [] }
        if on, isDeaf(at: now) { return [.ignoredSubscription(short)] }
        if on { subscribed.insert(short) } else { subscribed.remove(short) }
        guard on else {
            if idleEnds == nil { restIdle(at: now, time: script.idleTime) }
            return []
        }
        profile.subscribed(short, at: moment(at: now))
        if short == profile.measurement || profile.patience > .zero || profile.keepsLink(subscribed) {
            restIdle(at: now, time: max(script.idleTime, profile.patience))
        }
        if short == profile.measurement { scheduleFrame(at: now) }
        return []
    }

    private func isDeaf(at now: Duration) -> Bool {
        guard script.quirks.contains(.beurerBM85) else { return false }
        return discoveredAt.map { now - $0 < Self.deafTime } ?? true
    }

    mutating func confirmed(at now: Duration) -> [DeviceOutput] {
        guard let reading = pending, !framesLeft.isEmpty else { return [] }
        framesLeft.removeFirst()
        if !framesLeft.isEmpty {
            nextFrame = now + Self.framePause
            return []
        }
        pending = nil
        lastErased = reading
        stored.removeAll { $0.number == reading.number }
        readableOnThisLink -= 1
        confirmedReadings += 1
        restIdle(at: now, time: script.idleTime)
        scheduleFrame(at: now)
        return [.erased(reading)]
    }

    mutating func answered(at now: Duration) -> [DeviceOutput] {
        if isConnected, idleEnds != nil { restIdle(at: now, time: max(script.idleTime, profile.patience)) }
        return profile.answered()
    }

    mutating func startFlood(_ limit: Int?, at now: Duration) -> [DeviceOutput] {
        guard isConnected, !profile.repeatRecord(limit: limit), let frame = lastErased?.frames.first else { return [] }
        flood = Flood(frame: frame, left: limit, next: now + Self.floodPause)
        idleEnds = nil
        nextFrame = nil
        return []
    }

    mutating func tick(at now: Duration) -> [DeviceOutput] {
        if let time = advertisingEnds, time <= now { return setAdvertising(false) }
        if let time = profile.deadline, time <= now {
            let outputs = profile.tick(at: moment(at: now), random: &random)
            if let ends = idleEnds { idleEnds = max(ends, now + max(script.idleTime, profile.patience)) }
            return outputs
        }
        if let time = flood?.next, time <= now { return sendFlood(at: now) }
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

    private mutating func sendFlood(at now: Duration) -> [DeviceOutput] {
        guard var running = flood else { return [] }
        if running.left == 0 {
            flood = nil
            restIdle(at: now, time: script.idleTime)
            scheduleFrame(at: now)
            return []
        }
        running.left = running.left.map { $0 - 1 }
        running.next = now + Self.floodPause
        flood = running
        return [.flood(running.frame)]
    }

    private mutating func sendNext() -> [DeviceOutput] {
        if let reading = pending, let frame = framesLeft.first { return [.indicate(frame, reading)] }
        guard isConnected, let reading = nextReading else { return [] }
        let frames = reading.frames.filter { subscribed.contains($0.characteristic) }
        guard let first = frames.first else { return [] }
        pending = reading
        framesLeft = frames
        return [.indicate(first, reading)]
    }

    /// The reading that may be sent next on this link.
    private var nextReading: StoredReading? {
        guard subscribed.contains(profile.measurement), pending == nil, flood == nil, readableOnThisLink > 0 else {
            return nil
        }
        return stored.first { profile.isDeliverable($0) }
    }

    mutating func scheduleFrame(at now: Duration) {
        let waitsForNewLink = bondedOnThisLink && script.quirks.contains(.aAndD)
        guard nextReading != nil, !waitsForNewLink else { return }
        nextFrame = now + Self.framePause
    }

    /// Restarts the idle time; an A&D device, or one with a finger in it, never ends a link itself.
    mutating func restIdle(at now: Duration, time: Duration) {
        let keeps = script.quirks.contains(.aAndD) || flood != nil || profile.keepsLink(subscribed)
        idleEnds = keeps ? nil : now + time
    }
}
