internal import BusContract
internal import MessageBus
internal import VitalRecords

extension ForegroundMachine.Work {
    /// The device that is named, or nil.
    var device: DeviceID? {
        switch self {
        case .read(let body): body.device
        case .pair(let body): body.device
        }
    }

    /// Whether it is a pairing.
    var isPairing: Bool { if case .pair = self { true } else { false } }

    /// The catalogue's number.
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

    /// How long a device is looked for, in seconds.
    var seconds: Int {
        switch self {
        case .read(let body): body.seconds ?? 60
        case .pair: 30
        }
    }

    /// What it is, in words.
    var words: String {
        let target = device.map { "device \($0)" } ?? "peripheral \(peripheralID)"
        return switch self {
        case .read: "a reading of \(target)"
        case .pair: "the pairing of \(target)"
        }
    }

    /// Whether a device in sight is one that is asked for.
    func takes(_ nearby: ForegroundMachine.Nearby) -> Bool {
        if let device { return device == nearby.device }
        guard nearby.peripheralIDs.contains(peripheralID) else { return false }
        guard case .read(let body) = self, let allowed = body.allowedDevices else { return true }
        return allowed.contains(nearby.device)
    }

    /// Why it cannot begin at all, or nil.
    var refusal: ForegroundMachine.Ending? {
        guard case .read(let body) = self, let allowed = body.allowedDevices else { return nil }
        let isNamed = body.device.map(allowed.contains) ?? !allowed.isEmpty
        guard !isNamed else { return nil }
        let fault = WireFault(
            code: BusError.Code.notAllowed.rawValue,
            message: allowed.isEmpty
                ? "allowedDevices is empty, which allows none: leave it out to allow any"
                : "the device is not among allowedDevices",
            retriable: false
        )
        return .failed(.notAllowed, fault)
    }
}
