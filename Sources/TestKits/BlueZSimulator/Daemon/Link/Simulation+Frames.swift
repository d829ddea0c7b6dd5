internal import SeededRandom

/// Frames received from a device.
extension Simulation {
    /// Receives a reading as an indication, which the daemon confirms at once whether or not anyone listens.
    mutating func indicate(_ index: Int, frame: DeviceFrame, reading: StoredReading) {
        guard peers[index].isUp, !waitsForTheDaemon(index, frame: frame, reading: reading) else { return }
        let short = frame.characteristic
        if strike(.garbageFrame, at: index) != nil {
            let garbage = makeGarbage()
            let address = devices[index].script.address
            log(.init(.sent, at: now, device: address, delivered: garbage, detail: "garbage"))
            showNotification(index, short: short, value: garbage)
        }
        let delivered = cut(index, bytes: frame.bytes)
        logSent(index, reading: reading.number, frame: frame, delivered: delivered)
        showNotification(index, short: short, value: delivered)
        peers[index].framesOnLink += 1
        if strike(.duplicateIndication, at: index) != nil {
            return endLink(index, reason: "lost before the confirmation")
        }
        let frames = peers[index].framesOnLink
        tell(index, input: .confirmed)
        guard peers[index].isUp else { return }
        if strike(.dropAfterFrames, at: index, where: { ($0.frames ?? 1) == frames }) != nil {
            return endLink(index, reason: "lost")
        }
        guard devices[index].pending?.number != reading.number else { return }
        sendForEver(index)
    }

    /// Receives the answer of a control point as an indication.
    mutating func answer(_ index: Int, frame: DeviceFrame) {
        guard peers[index].isUp, !waitsForTheDaemon(index, frame: frame, reading: nil) else { return }
        showNotification(index, short: frame.characteristic, value: frame.bytes)
        tell(index, input: .answered)
    }

    /// Queues the frame if the daemon hangs, since it then confirms nothing.
    private mutating func waitsForTheDaemon(_ index: Int, frame: DeviceFrame, reading: StoredReading?) -> Bool {
        guard hang != nil else { return false }
        hang?.inputs.append(.frame(device: index, link: peers[index].generation, frame, reading))
        return true
    }

    /// Receives a notification, unless it is lost on the air.
    mutating func notify(_ index: Int, frame: DeviceFrame) {
        guard peers[index].isUp else { return }
        let lost = strike(.notifyLost, at: index) != nil
        let address = devices[index].script.address
        let detail = Self.handle(frame.characteristic)
        log(.init(.sent, at: now, device: address, delivered: lost ? nil : frame.bytes, detail: detail))
        if !lost { showNotification(index, short: frame.characteristic, value: frame.bytes) }
    }

    /// Receives a stored record with its context; `place` counts the records of the report.
    mutating func record(_ index: Int, reading: StoredReading, place: Int) {
        guard peers[index].isUp else { return }
        for frame in reading.frames where devices[index].subscribed.contains(frame.characteristic) {
            if strike(.garbageFrame, at: index) != nil {
                notify(index, frame: DeviceFrame(frame.characteristic, bytes: makeGarbage()))
            }
            let lost = strike(.notifyLost, at: index) != nil
            let delivered = cut(index, bytes: frame.bytes)
            logSent(index, reading: reading.number, frame: frame, delivered: lost ? nil : delivered)
            if !lost { showNotification(index, short: frame.characteristic, value: delivered) }
        }
        let isLost =
            strike(.dropAtStep, at: index, where: { $0.step == .racp && $0.frames != 0 && ($0.frames ?? 1) <= place })
            != nil
            || strike(.dropAfterFrames, at: index, where: { ($0.frames ?? 1) == place }) != nil
        if isLost { return endLink(index, reason: "lost") }
        sendForEver(index)
    }

    private mutating func sendForEver(_ index: Int) {
        guard !peers[index].isFlooding, let fault = strike(.sendsForever, at: index) else { return }
        peers[index].isFlooding = true
        tell(index, input: .flood(limit: fault.frames))
    }

    private mutating func cut(_ index: Int, bytes: [UInt8]) -> [UInt8] {
        guard let fault = strike(.truncatedFrame, at: index) else { return bytes }
        return Array(bytes.prefix(fault.frames ?? bytes.count / 2))
    }

    private mutating func logSent(_ index: Int, reading: Int, frame: DeviceFrame, delivered: [UInt8]?) {
        let isAnswered = frame.characteristic == devices[index].profile.measurement
        log(
            .init(
                .sent,
                at: now,
                device: devices[index].script.address,
                reading: reading,
                frame: frame.bytes,
                delivered: delivered,
                detail: isAnswered ? nil : Self.handle(frame.characteristic)
            )
        )
    }

    private mutating func makeGarbage() -> [UInt8] {
        let length = Int.random(in: 1...20, using: &radioNoise)
        return (0..<length).map { _ in UInt8.random(in: 0...255, using: &radioNoise) }
    }

    /// Emits a value, unless the daemon cannot keep up or nobody listens.
    mutating func showNotification(_ index: Int, short: UInt16, value: [UInt8]) {
        guard peers[index].notifications[short]?.isEnabled == true, peers[index].inbox.takes(at: now) else { return }
        showValue(index, short: short, value: Array(value.prefix(Int(devices[index].script.mtu) - 3)))
    }
}
