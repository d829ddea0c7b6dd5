internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Runs one foreground reading or pairing at a time, from the request to its single end.
///
/// Idle → (searching →) working → idle; work can be cancelled or fail in every state. If the request allows several
/// devices, the search continues after one could not be reached: it may have just fallen silent, and may return with
/// its value. Passive reading is suspended exactly while the machine is not idle, so no other work can resume it early.
struct ForegroundMachine: Sendable {
    /// The requested work.
    enum Work: Sendable, Hashable {
        case read(ReadPeripheral)
        case pair(PairPeripheral)
    }

    /// How work ended.
    enum Ending: Sendable, Hashable {
        /// Successfully.
        case done
        /// It failed, with the reason and the error.
        case failed(ReaderFailure, WireFault)
        /// It was cancelled.
        case cancelled
    }

    /// The next action for the caller.
    enum Action: Sendable, Hashable {
        /// Suspend passive reading, or resume it.
        case suspendPassive(Bool)
        /// Publish that the person may begin.
        case tellReady(Work, DeviceID?)
        /// Read or pair a device.
        case start(Work, DeviceID)
        /// Stop the running work, which reports its end by ``ended(_:)``.
        case stop
        /// Publish the end and answer the request; the device is nil if none was found.
        case finish(Work, DeviceID?, Ending)
    }

    /// A device in sight.
    struct Nearby: Sendable, Hashable {
        let device: DeviceID
        let peripheralIDs: [Int]
        let rssi: Int?
    }

    private enum State: Sendable, Hashable {
        case idle
        case searching(Work, until: Date)
        case working(Work, DeviceID, until: Date)
        case ending(Work, DeviceID, Ending)
    }

    private var state = State.idle

    /// The work under way, or nil.
    var work: Work? {
        switch state {
        case .idle: nil
        case .searching(let work, _), .working(let work, _, _), .ending(let work, _, _): work
        }
    }

    /// Starts work.
    ///
    /// - Parameters:
    ///   - nearby: The devices in sight.
    ///   - isKnown: Whether BlueZ knows the requested device, so that no sighting is needed.
    ///   - problem: Why the radio cannot be used now, or nil.
    /// - Throws: `BusError` `busy` that names the work under way.
    mutating func begin(
        _ work: Work,
        nearby: [Nearby],
        isKnown: Bool,
        problem: WireFault?,
        at now: Date
    ) throws(BusError) -> [Action] {
        if let running = self.work {
            throw BusError(.busy, message: "\(running.words) is under way; cancel it or wait until it ends")
        }
        if let refusal = work.refusal { return [.finish(work, work.device, refusal)] }
        if let problem { return [.finish(work, work.device, .failed(.bluetoothOff, problem))] }
        let until = now.addingTimeInterval(Double(work.seconds))
        state = .searching(work, until: until)
        // If the request names no device, the worker publishes this once it has found one.
        let ready: [Action] = work.isPairing || work.device == nil ? [] : [.tellReady(work, work.device)]
        let known = work.device.flatMap { isKnown ? $0 : nil }
        let best = nearby.filter(work.takes).max { ($0.rssi ?? -128) < ($1.rssi ?? -128) }?.device
        return [.suspendPassive(true)] + ready + ((known ?? best).map { start(work, device: $0, until: until) } ?? [])
    }

    /// Starts on a sighted device if the work is waiting for it.
    mutating func sighted(_ nearby: Nearby) -> [Action] {
        guard case .searching(let work, let until) = state, work.takes(nearby) else { return [] }
        return start(work, device: nearby.device, until: until)
    }

    /// Ends the work on a device; called exactly once for each ``Action/start(_:device:)``.
    mutating func ended(_ ending: Ending, at now: Date) -> [Action] {
        switch state {
        case .working(let work, _, let until) where work.waits(after: ending) && now < until:
            state = .searching(work, until: until)
            return []
        case .working(let work, let device, _): return finish(work, device: device, ending: ending)
        // Readings taken before the stop are kept, so the end is reported as read.
        case .ending(let work, let device, let wanted):
            return finish(work, device: device, ending: ending == .done ? .done : wanted)
        case .idle, .searching: return []
        }
    }

    /// Cancels the work under way, if any.
    mutating func cancel() -> [Action] { stop(.cancelled) }

    /// Ends the work because the radio is unavailable.
    mutating func radioDown(_ problem: WireFault) -> [Action] { stop(.failed(.bluetoothOff, problem)) }

    /// Ends a search that took too long.
    mutating func tick(at now: Date) -> [Action] {
        guard case .searching(let work, let until) = state, now >= until else { return [] }
        let fault = WireFault(
            code: BusError.Code.timeout.rawValue,
            message: "no such device was in range for \(work.seconds) s: switch it on near the hub and try again",
            retriable: true
        )
        return finish(work, device: work.device, ending: .failed(.connectionTimeout, fault))
    }

    private mutating func start(_ work: Work, device: DeviceID, until: Date) -> [Action] {
        state = .working(work, device, until: until)
        return [.start(work, device)]
    }

    private mutating func stop(_ ending: Ending) -> [Action] {
        switch state {
        case .idle, .ending: return []
        case .searching(let work, _): return finish(work, device: work.device, ending: ending)
        case .working(let work, let device, _):
            state = .ending(work, device, ending)
            return [.stop]
        }
    }

    private mutating func finish(_ work: Work, device: DeviceID?, ending: Ending) -> [Action] {
        state = .idle
        return [.finish(work, device, ending), .suspendPassive(false)]
    }
}

extension ForegroundMachine.Work {
    /// The requested device, or nil.
    var device: DeviceID? {
        switch self {
        case .read(let body): body.device
        case .pair(let body): body.device
        }
    }

    /// Whether the work is a pairing.
    var isPairing: Bool { if case .pair = self { true } else { false } }

    /// The peripheral's number in the catalogue.
    var peripheralID: Int {
        switch self {
        case .read(let body): body.peripheralID
        case .pair(let body): body.peripheralID
        }
    }

    /// The seat, if one is named.
    var seat: String? {
        switch self {
        case .read(let body): body.seat
        case .pair(let body): body.seat
        }
    }

    /// How long to search for a device, in seconds.
    var seconds: Int {
        switch self {
        case .read(let body): body.seconds ?? 60
        case .pair: 30
        }
    }

    /// The work as errors name it.
    var words: String {
        let target = device.map { "device \($0)" } ?? "peripheral \(peripheralID)"
        return switch self {
        case .read: "a reading of \(target)"
        case .pair: "the pairing of \(target)"
        }
    }

    /// Whether the work keeps waiting for a device after one could not be reached.
    func waits(after ending: ForegroundMachine.Ending) -> Bool {
        guard device == nil, case .failed(let reason, _) = ending else { return false }
        return reason == .connectionTimeout || reason == .connection
    }

    /// Whether a sighted device matches the request.
    func takes(_ nearby: ForegroundMachine.Nearby) -> Bool {
        if let device { return device == nearby.device }
        guard nearby.peripheralIDs.contains(peripheralID) else { return false }
        guard case .read(let body) = self, let allowed = body.allowedDevices else { return true }
        return allowed.contains(nearby.device)
    }

    /// Why the work cannot start at all, or nil.
    var refusal: ForegroundMachine.Ending? {
        guard case .read(let body) = self, let allowed = body.allowedDevices else { return nil }
        let isNamed = body.device.map(allowed.contains) ?? !allowed.isEmpty
        guard !isNamed else { return nil }
        let fault = WireFault(
            code: BusError.Code.notAllowed.rawValue,
            message: allowed.isEmpty
                ? "allowedDevices is empty, which allows no device: leave it out to allow any"
                : "the device is not among allowedDevices",
            retriable: false
        )
        return .failed(.notAllowed, fault)
    }
}

/// The result of foreground work.
enum ForegroundResult: Sendable {
    /// A reading.
    case read(PeripheralDidRead)
    /// A pairing.
    case paired(PeripheralPaired)
}
