public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// A device was paired.
public struct PeripheralPaired: Codable, Sendable, Hashable {
    /// The seat that the device was paired for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device, by its lasting address; this id can differ from the requested one.
    public var device: DeviceID
    /// Whether the device is now assigned to the seat; false if that could not be reported, null if no seat was named.
    @ExplicitNull public var assigned: Bool?
    /// Why the paired device is not assigned to the seat; absent if it is, or if no answer has come yet.
    public var assignmentError: WireFault?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        peripheralID: Int,
        device: DeviceID,
        assigned: Bool?,
        assignmentError: WireFault? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.assigned = assigned
        self.assignmentError = assignmentError
    }
}

/// What a person has to do while a device is paired.
public struct PasskeyKind: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device shows six digits: answer with these digits.
    public static let enter = Self(rawValue: "enter")
    /// The person types the digits into the device: no answer is needed.
    public static let show = Self(rawValue: "show")
    /// The device shows digits too: answer whether they are equal.
    public static let confirm = Self(rawValue: "confirm")

    /// The values that this version knows.
    public static let known: [Self] = [.enter, .show, .confirm]
}

/// A pairing needs a person's answer.
public struct PasskeyRequested: Codable, Sendable, Hashable {
    /// The seat of the pairing, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// The question's id, for `answerPasskey`.
    public var request: String
    /// The id of the `pairPeripheral` request.
    public var pairing: String?
    /// What the person has to do.
    public var kind: PasskeyKind
    /// The six digits to type into the device, or to compare; null if the device shows them.
    @ExplicitNull public var digits: String?
    /// The deadline for the answer.
    public var expires: Date

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        peripheralID: Int,
        device: DeviceID,
        request: String,
        pairing: String? = nil,
        kind: PasskeyKind,
        digits: String?,
        expires: Date
    ) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
        self.request = request
        self.pairing = pairing
        self.kind = kind
        self.digits = digits
        self.expires = expires
    }
}

/// A person's answer to `passkeyRequested`; give `passkey` or `accept`.
public struct AnswerPasskey: Codable, Sendable, Hashable {
    /// The question's id, from `passkeyRequested`.
    public var request: String
    /// The six digits on the device, with leading zeros.
    public var passkey: String?
    /// Whether the device shows the same digits; false also ends a pairing that asked for a passkey.
    public var accept: Bool?

    /// Makes an answer.
    public init(request: String, passkey: String? = nil, accept: Bool? = nil) {
        self.request = request
        self.passkey = passkey
        self.accept = accept
    }
}

/// Foreground work was cancelled.
public struct PeripheralDidCancel: Codable, Sendable, Hashable {
    /// The seat of the work, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device; null if none was found yet.
    @ExplicitNull public var device: DeviceID?

    /// Makes an event.
    public init(seat: String?, hub: String, peripheralID: Int, device: DeviceID?) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
    }
}

/// What a device needs in addition to its pairing.
public struct StorePeripheralData: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The peripheral's catalogue number.
    public var peripheralID: Int
    /// The device's encryption key: 32 hexadecimal digits.
    public var encryptionKey: String

    /// Makes a request.
    public init(device: DeviceID, peripheralID: Int, encryptionKey: String) {
        self.device = device
        self.peripheralID = peripheralID
        self.encryptionKey = encryptionKey
    }
}

/// A device's data was stored, sealed.
public struct PeripheralDataStored: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// What the device still needs before it can be read; empty if nothing.
    public var missing: [WireFault]

    /// Makes a reply.
    public init(hub: String, device: DeviceID, missing: [WireFault]) {
        self.hub = hub
        self.device = device
        self.missing = missing
    }
}

/// Names a device for a hub to forget.
public struct ForgetDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID

    /// Makes a request.
    public init(device: DeviceID) {
        self.device = device
    }
}

/// A hub has forgotten a device; its assignment stays.
public struct DeviceForgotten: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// Whether the adapter knew the device; its pairing is then removed.
    public var pairing: Bool
    /// The number of the device's secrets that were erased.
    public var secrets: Int

    /// Makes a reply.
    public init(hub: String, device: DeviceID, pairing: Bool, secrets: Int) {
        self.hub = hub
        self.device = device
        self.pairing = pairing
        self.secrets = secrets
    }
}
