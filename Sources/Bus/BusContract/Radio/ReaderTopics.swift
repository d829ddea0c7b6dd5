public import MessageBus
public import VitalRecords

/// What `device-reader` publishes and serves.
public enum ReaderTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [
            passiveIsReadyToRead.descriptor, passiveDidRead.descriptor, passiveDidFail.descriptor,
            isReadyToReadPeripheral.descriptor, didReadPeripheral.descriptor, readingFailed.descriptor,
            didPairPeripheral.descriptor, didNotPairPeripheral.descriptor, passiveState.descriptor,
            deviceClaim.descriptor, didCancelReading.descriptor, passkeyRequested.descriptor,
            frameUnreadable.descriptor, readingProgress.descriptor,
        ] + supportedPeripherals.descriptors + setPassivePeripherals.descriptors + readPeripheral.descriptors
        + pairPeripheral.descriptors + cancel.descriptors + eraseDevices.descriptors + answerPasskey.descriptors
        + storePeripheralData.descriptors + forgetDevice.descriptors + installVersion.descriptors

    private static func serves<B, R>(_ name: String, to callers: [BusRole], line: Int = #line) -> Operation<B, R> {
        Operation(.deviceReader, name: name, callers: callers, line: line)
    }

    private static func event<Payload>(
        _ name: String,
        carriesValues: Bool = false,
        line: Int = #line
    ) -> Topic<Payload> {
        Topic(
            name,
            at: "event/\(name)",
            writers: [TopicGrant(.deviceReader, reach: .own)],
            readers: TopicGrant.watchers,
            carriesValues: carriesValues,
            line: line
        )
    }

    /// A passive device is connected and the hub waits for a measurement: it sent no stored one within 1.5 s.
    public static let passiveIsReadyToRead: Topic<PeripheralEvent> = event("passiveIsReadyToRead")
    /// A passive reading was stored in the outbox; `readingQueued` or `readingHeld` follows with the decision.
    public static let passiveDidRead: Topic<PeripheralDidRead> = event("passiveDidRead", carriesValues: true)
    /// A passive reading failed.
    public static let passiveDidFail: Topic<PeripheralDidFail> = event("passiveDidFail")
    /// A foreground reading is ready: measure now.
    public static let isReadyToReadPeripheral: Topic<PeripheralEvent> = event("isReadyToReadPeripheral")
    /// The progress of a foreground reading, once a device was found.
    public static let readingProgress: Topic<ReadingProgress> = event("readingProgress")
    /// A foreground reading has ended; it includes the session manager's decision if that could be asked.
    public static let didReadPeripheral: Topic<PeripheralDidRead> = event("didReadPeripheral", carriesValues: true)
    /// A foreground reading failed.
    public static let readingFailed: Topic<PeripheralDidFail> = event("readingFailed")
    /// A foreground reading was cancelled.
    public static let didCancelReading: Topic<PeripheralDidCancel> = event("didCancelReading")
    /// A device was paired.
    public static let didPairPeripheral: Topic<PeripheralPaired> = event("didPairPeripheral")
    /// A device was not paired.
    public static let didNotPairPeripheral: Topic<PeripheralDidFail> = event("didNotPairPeripheral")

    /// A pairing needs a person: a passkey to type, read out or compare; sent to people only.
    public static let passkeyRequested = Topic<PasskeyRequested>(
        "passkeyRequested",
        at: "event/passkeyRequested",
        writers: [TopicGrant(.deviceReader, reach: .own)],
        readers: TopicGrant.people
    )

    /// The passive set and the state of each of its devices.
    public static let passiveState = Topic<PassiveState>(
        "passiveState",
        at: "state/passive",
        retain: true,
        writers: [TopicGrant(.deviceReader, reach: .own)],
        readers: TopicGrant.watchers
    )

    /// The catalogue.
    public static let supportedPeripherals: Operation<PeripheralFilter, SupportedPeripherals> =
        serves("supportedPeripherals", to: .people)
    /// Replaces the passive set; an empty or absent list disables passive reading.
    public static let setPassivePeripherals: Operation<PassivePeripherals, PassivePeripherals> =
        serves("setPassivePeripherals", to: .operators)
    /// Reads a device in the foreground.
    public static let readPeripheral: Operation<ReadPeripheral, PeripheralDidRead> =
        serves("readPeripheral", to: BusRole.carers + [.homeAssistant])
    /// Pairs a device that is in sight.
    public static let pairPeripheral: Operation<PairPeripheral, PeripheralPaired> =
        serves("pairPeripheral", to: BusRole.operators + [.homeAssistant])
    /// Answers a `passkeyRequested`.
    public static let answerPasskey: Operation<AnswerPasskey, Empty> =
        serves("answerPasskey", to: BusRole.operators + [.homeAssistant])
    /// Stores what a device needs in addition to its pairing, sealed; the reply lists what is still missing.
    public static let storePeripheralData: Operation<StorePeripheralData, PeripheralDataStored> =
        serves("storePeripheralData", to: .operators)
    /// Removes a device's pairing and secrets at this hub; the only way to clear a stale pairing.
    public static let forgetDevice: Operation<ForgetDevice, DeviceForgotten> = serves("forgetDevice", to: .operators)
    /// Erases what the hub still has of a seat's persons: raw frames and readings measured for the seat.
    public static let eraseDevices: Operation<EraseDevices, DevicesErased> = serves("eraseDevices", to: .operators)
    /// Cancels the foreground work.
    public static let cancel: Operation<CancelWork, Empty> = serves("cancel", to: BusRole.carers + [.homeAssistant])
    /// The version of the hub's packages; names the one to install or keep, where the hub's root has switched this on.
    public static let installVersion: Operation<InstallVersion, HubVersion> =
        serves("installVersion", to: [.registrar])
}

/// An event of a device.
public struct PeripheralEvent: Codable, Sendable, Hashable {
    /// The seat of the work, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID

    /// Makes an event.
    public init(seat: String?, hub: String, peripheralID: Int, device: DeviceID) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
    }
}

/// A failure at a device.
public struct PeripheralDidFail: Codable, Sendable, Hashable {
    /// The seat of the work, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device; null if none was found.
    @ExplicitNull public var device: DeviceID?
    /// The reason, as a code of the mobile SDK.
    public var reason: ReaderFailure?
    /// The error and its remedy.
    public var error: WireFault
    /// The id of the failed request; absent without a request.
    public var request: String?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        peripheralID: Int,
        device: DeviceID?,
        reason: ReaderFailure? = nil,
        error: WireFault,
        request: String? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.reason = reason
        self.error = error
        self.request = request
    }
}

/// The passive set.
public struct PassivePeripherals: Codable, Sendable, Hashable {
    /// The catalogue numbers; an empty or absent list disables passive reading.
    public var peripheralIDs: [Int]?

    /// Makes a set.
    public init(peripheralIDs: [Int]?) {
        self.peripheralIDs = peripheralIDs
    }
}

/// The passive set and its devices.
public struct PassiveState: Codable, Sendable, Hashable {
    /// One device.
    public struct Device: Codable, Sendable, Hashable {
        /// The state of a device in the passive set.
        public struct Phase: ContractWord {
            /// The value on the wire.
            public let rawValue: String

            /// Wraps a value, known or unknown.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It is read as soon as it is seen.
            public static let armed = Self(rawValue: "armed")
            /// The hub reads it.
            public static let reading = Self(rawValue: "reading")
            /// It was read, and rests.
            public static let cooling = Self(rawValue: "cooling")
            /// Reading failed and is tried again.
            public static let failed = Self(rawValue: "failed")
            /// It had nothing to send.
            public static let noReading = Self(rawValue: "noReading")
            /// Another hub reads it.
            public static let claimed = Self(rawValue: "claimed")
            /// It needs to be paired before the next try.
            public static let notPaired = Self(rawValue: "notPaired")
            /// It lacks something, and is tried again once that is stored.
            public static let missingPart = Self(rawValue: "missingPart")

            /// The values that this version knows.
            public static let known: [Self] = [
                .armed, .reading, .cooling, .failed, .noReading, .claimed, .notPaired, .missingPart,
            ]
        }

        /// The device.
        public var device: DeviceID
        /// The catalogue number.
        public var peripheralID: Int
        /// Its state.
        public var phase: Phase

        /// Makes a device's state.
        public init(device: DeviceID, peripheralID: Int, phase: Phase) {
            self.device = device
            self.peripheralID = peripheralID
            self.phase = phase
        }
    }

    /// The hub.
    @CheckedID public var hub: String
    /// The passive set.
    public var peripheralIDs: [Int]
    /// The devices that were seen.
    public var devices: [Device]

    /// Makes a state.
    public init(hub: String, peripheralIDs: [Int], devices: [Device]) {
        self.hub = hub
        self.peripheralIDs = peripheralIDs
        self.devices = devices
    }
}
