internal import BlueZ
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Synchronization

/// The radio operations that a link's procedure uses.
protocol LinkRadio: Sendable {
    /// Subscribes; values go to the inbox until the link or the subscription ends.
    func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure?
    /// Writes with response where the characteristic allows it, else without.
    func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure?
    /// Writes without response where the characteristic allows it, else with one.
    func command(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure?
    /// Reads a value.
    func read(_ characteristic: BluetoothUUID) async -> Result<[UInt8], StepFailure>
    /// Ends all subscriptions.
    func unsubscribe() async
    /// Ends one subscription.
    func unsubscribe(_ characteristic: BluetoothUUID) async
    /// Ends the link.
    func part() async
}

extension LinkRadio {
    /// Writes as ``write(_:to:)`` does, where the link has one kind of write.
    func command(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure? {
        await write(bytes, to: characteristic)
    }

    /// Does nothing, because subscriptions of this link end with it.
    func unsubscribe(_: BluetoothUUID) async {}
}

/// The link over BlueZ.
final class BlueZLink: LinkRadio {
    private let radio: BlueZClient
    private let address: BluetoothAddress
    private let characteristics: [BluetoothUUID: GATTCharacteristic]
    private let inbox: LinkInbox
    private let environment: BusEnvironment
    private let elapsed: @Sendable () -> Duration
    private let logger: Logger
    private let subscriptions = Mutex<[BluetoothUUID: NotificationSubscription]>([:])

    init(
        radio: BlueZClient,
        address: BluetoothAddress,
        characteristics: [BluetoothUUID: GATTCharacteristic],
        inbox: LinkInbox,
        environment: BusEnvironment,
        elapsed: @escaping @Sendable () -> Duration,
        logger: Logger
    ) {
        self.radio = radio
        self.address = address
        self.characteristics = characteristics
        self.inbox = inbox
        self.environment = environment
        self.elapsed = elapsed
        self.logger = logger
    }

    func subscribe(_ uuid: BluetoothUUID) async -> StepFailure? {
        guard let characteristic = characteristics[uuid] else { return .other("the device has no \(uuid)") }
        inbox.open()
        do {
            // A composition must not overtake its weight, nor the end of a list its last entry. So the values of all
            // characteristics go into one inbox as they arrive.
            let subscription = try await radio.subscribe(to: characteristic) { [inbox, environment, elapsed] event in
                switch event {
                case .value(let bytes): inbox.push(.frame(uuid, bytes, at: environment.now(), after: elapsed()))
                case .gap(let dropped): inbox.push(.gap(dropped: dropped))
                case .ended: inbox.push(.ended)
                case nil: inbox.close()
                }
            }
            subscriptions.withLock { $0[uuid] = subscription }
            return nil
        } catch {
            return Self.failure(error)
        }
    }

    func write(_ bytes: [UInt8], to uuid: BluetoothUUID) async -> StepFailure? {
        await write(bytes, to: uuid, preferring: .request)
    }

    func command(_ bytes: [UInt8], to uuid: BluetoothUUID) async -> StepFailure? {
        await write(bytes, to: uuid, preferring: .command)
    }

    private func write(_ bytes: [UInt8], to uuid: BluetoothUUID, preferring wanted: WriteType) async -> StepFailure? {
        guard let characteristic = characteristics[uuid] else { return .other("the device has no \(uuid)") }
        do {
            try await radio.write(bytes, to: characteristic, type: wanted.allowed(by: characteristic.flags))
            return nil
        } catch {
            return Self.failure(error)
        }
    }

    func read(_ uuid: BluetoothUUID) async -> Result<[UInt8], StepFailure> {
        guard let characteristic = characteristics[uuid] else { return .failure(.other("the device has no \(uuid)")) }
        do {
            return .success(try await radio.read(characteristic))
        } catch {
            return .failure(Self.failure(error))
        }
    }

    func unsubscribe() async { subscriptions.withLock { $0 = [:] } }

    func unsubscribe(_ uuid: BluetoothUUID) async { subscriptions.withLock { $0[uuid] = nil } }

    func part() async {
        // Cleanup: the link may be gone already.
        try? await radio.disconnect(address)
    }

    /// The failure that an error means for a procedure.
    static func failure(_ error: any Error) -> StepFailure {
        guard let error = error as? BlueZError else { return .other(error.plainWords) }
        switch (error.code, error.attCode) {
        case (_, 0x80), (_, 0xFE), (.inProgress, _): return .busy
        case (_, 0x81), (_, 0xFD): return .notSubscribed
        case (.timeout, _): return .silent
        case (.notPaired, _), (.pairingFailed, _): return .notPaired
        case (.notConnected, _), (.deviceGone, _), (.serviceNotRunning, _), (.busUnavailable, _): return .linkLost
        default: return .other(error.message)
        }
    }
}

extension WriteType {
    /// The kind of write to use on a characteristic: this one where its flags allow it, else the other.
    func allowed(by flags: Set<String>) -> WriteType {
        let words = ["request": "write", "command": "write-without-response"]
        let other: WriteType = self == .request ? .command : .request
        guard let word = words[rawValue], let instead = words[other.rawValue] else { return self }
        return !flags.contains(word) && flags.contains(instead) ? other : self
    }
}
