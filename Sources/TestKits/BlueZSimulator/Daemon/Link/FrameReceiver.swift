internal import SeededRandom

/// Frames received from a device.
final class FrameReceiver {
    private unowned let world: Simulation
    private var traffic: [Int: Traffic] = [:]

    init(_ world: Simulation) {
        self.world = world
    }

    /// Receives a reading as an indication, which the daemon confirms at once whether or not anyone listens.
    func indicate(_ index: Int, frame: DeviceFrame, reading: StoredReading) {
        guard world.peers[index].isUp, !waitsForTheDaemon(index, frame: frame, reading: reading) else { return }
        let short = frame.characteristic
        if world.faults.strike(.garbageFrame, at: index) != nil {
            let garbage = makeGarbage()
            let address = world.devices[index].script.address
            world.exports.log(.init(.sent, at: world.now, device: address, delivered: garbage, detail: "garbage"))
            showNotification(index, short: short, value: garbage)
        }
        let delivered = cut(index, bytes: frame.bytes)
        logSent(index, reading: reading.number, frame: frame, delivered: delivered)
        showNotification(index, short: short, value: delivered)
        traffic[index, default: .init()].framesOnLink += 1
        if world.faults.strike(.duplicateIndication, at: index) != nil {
            return world.links.endLink(index, reason: "lost before the confirmation")
        }
        let frames = traffic[index, default: .init()].framesOnLink
        world.surroundings.tell(index, input: .confirmed)
        guard world.peers[index].isUp else { return }
        if world.faults.strike(.dropAfterFrames, at: index, where: { ($0.frames ?? 1) == frames }) != nil {
            return world.links.endLink(index, reason: "lost")
        }
        guard world.devices[index].pending?.number != reading.number else { return }
        sendForEver(index)
    }

    /// Receives the answer of a control point as an indication.
    func answer(_ index: Int, frame: DeviceFrame) {
        guard world.peers[index].isUp, !waitsForTheDaemon(index, frame: frame, reading: nil) else { return }
        showNotification(index, short: frame.characteristic, value: frame.bytes)
        world.surroundings.tell(index, input: .answered)
    }

    /// Queues the frame if the daemon hangs, since it then confirms nothing.
    private func waitsForTheDaemon(_ index: Int, frame: DeviceFrame, reading: StoredReading?) -> Bool {
        world.daemon.keeps(.frame(device: index, link: world.peers[index].generation, frame, reading))
    }

    /// Receives a notification, unless it is lost on the air.
    func notify(_ index: Int, frame: DeviceFrame) {
        guard world.peers[index].isUp else { return }
        let lost = world.faults.strike(.notifyLost, at: index) != nil
        let address = world.devices[index].script.address
        let detail = DeviceObjects.handle(frame.characteristic)
        world.exports.log(
            .init(.sent, at: world.now, device: address, delivered: lost ? nil : frame.bytes, detail: detail)
        )
        if !lost { showNotification(index, short: frame.characteristic, value: frame.bytes) }
        if MakerProfile.streams.contains(frame.characteristic) { countStream(index) }
    }

    /// Ends the link if a fault requires it after this number of a stream's notifications.
    private func countStream(_ index: Int) {
        let count = traffic[index, default: .init()].streamed + 1
        traffic[index, default: .init()].streamed = count
        let isHere: (ScenarioFault) -> Bool = { $0.step == .stream && ($0.frames ?? 1) == count }
        if world.faults.strike(.dropAtStep, at: index, where: isHere) != nil {
            world.links.endLink(index, reason: "lost")
        }
    }

    /// Receives a stored record with its context; `place` counts the records of the report.
    func record(_ index: Int, reading: StoredReading, place: Int) {
        guard world.peers[index].isUp else { return }
        for frame in reading.frames where world.devices[index].subscribed.contains(frame.characteristic) {
            if world.faults.strike(.garbageFrame, at: index) != nil {
                notify(index, frame: DeviceFrame(frame.characteristic, bytes: makeGarbage()))
            }
            let lost = world.faults.strike(.notifyLost, at: index) != nil
            let delivered = cut(index, bytes: frame.bytes)
            logSent(index, reading: reading.number, frame: frame, delivered: lost ? nil : delivered)
            if !lost { showNotification(index, short: frame.characteristic, value: delivered) }
        }
        let isLost =
            world.faults.strike(
                .dropAtStep,
                at: index,
                where: { $0.step == .racp && $0.frames != 0 && ($0.frames ?? 1) <= place }
            )
            != nil
            || world.faults.strike(.dropAfterFrames, at: index, where: { ($0.frames ?? 1) == place }) != nil
        if isLost { return world.links.endLink(index, reason: "lost") }
        sendForEver(index)
    }

    private func sendForEver(_ index: Int) {
        guard !traffic[index, default: .init()].isFlooding, let fault = world.faults.strike(.sendsForever, at: index)
        else {
            return
        }
        traffic[index, default: .init()].isFlooding = true
        world.surroundings.tell(index, input: .flood(limit: fault.frames))
    }

    private func cut(_ index: Int, bytes: [UInt8]) -> [UInt8] {
        guard let fault = world.faults.strike(.truncatedFrame, at: index) else { return bytes }
        return Array(bytes.prefix(fault.frames ?? bytes.count / 2))
    }

    private func logSent(_ index: Int, reading: Int, frame: DeviceFrame, delivered: [UInt8]?) {
        let isAnswered = frame.characteristic == world.devices[index].profile.measurement
        world.exports.log(
            .init(
                .sent,
                at: world.now,
                device: world.devices[index].script.address,
                reading: reading,
                frame: frame.bytes,
                delivered: delivered,
                detail: isAnswered ? nil : DeviceObjects.handle(frame.characteristic)
            )
        )
    }

    private func makeGarbage() -> [UInt8] {
        let length = Int.random(in: 1...20, using: &world.radioNoise)
        return (0..<length).map { _ in UInt8.random(in: 0...255, using: &world.radioNoise) }
    }

    /// Emits a value, unless the daemon cannot keep up or no client listens.
    func showNotification(_ index: Int, short: UInt16, value: [UInt8]) {
        guard world.notify.isEnabled(index, short: short),
            traffic[index, default: .init()].inbox.takes(at: world.now)
        else { return }
        world.gatt.showValue(index, short: short, value: Array(value.prefix(Int(world.devices[index].script.mtu) - 3)))
    }

    /// Resets the counters for a new link.
    func linkBegins(_ index: Int) {
        traffic[index] = Traffic()
    }
}

/// The frames received from a device on one link.
private struct Traffic {
    var framesOnLink = 0
    /// The notifications of a stream on this link.
    var streamed = 0
    /// Whether it sends endlessly.
    var isFlooding = false
    /// The daemon's capacity for notifications of this device.
    var inbox = Inbox()
}
