public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// A device was paired.
public struct PeripheralPaired: Codable, Sendable, Hashable {
    /// The seat it was paired for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device; by its lasting address, so it can differ from the one that was asked for.
    public var device: DeviceID
    /// Whether the device is the seat's from now on; false if it could not be reported, null where no seat was named.
    @ExplicitNull public var assigned: Bool?
    /// Why the device is not the seat's although it is paired; absent where it is, or without an answer yet.
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

/// What a person is asked for while a device is paired.
public struct PasskeyKind: ContractWord {
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device shows six digits: answer with them.
    public static let enter = Self(rawValue: "enter")
    /// The person types the digits into the device: no answer is awaited.
    public static let show = Self(rawValue: "show")
    /// The device shows digits too: answer whether they are the same.
    public static let confirm = Self(rawValue: "confirm")

    /// The words of this version.
    public static let known: [Self] = [.enter, .show, .confirm]
}

/// A pairing needs a person.
public struct PasskeyRequested: Codable, Sendable, Hashable {
    /// The seat that it is paired for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device.
    public var device: DeviceID
    /// What `answerPasskey` names.
    public var request: String
    /// The id of the `pairPeripheral` request that is asked about.
    public var pairing: String?
    /// What is asked for.
    public var kind: PasskeyKind
    /// The six digits to type into the device, or to compare; null where the device shows them.
    @ExplicitNull public var digits: String?
    /// When an answer comes too late.
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

/// A person's answer to `passkeyRequested`; one of both parts.
public struct AnswerPasskey: Codable, Sendable, Hashable {
    /// The question's id, from `passkeyRequested`.
    public var request: String
    /// The six digits that the device shows, leading zeros too.
    public var passkey: String?
    /// Whether the device shows the same digits; false also ends a pairing that asks for a passkey.
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
    /// The seat it was done for, if one was named.
    @ExplicitNull public var seat: String?
    /// The hub.
    @CheckedID public var hub: String
    /// The catalogue's number.
    public var peripheralID: Int
    /// The device; null where none was found yet.
    @ExplicitNull public var device: DeviceID?

    /// Makes an event.
    public init(seat: String?, hub: String, peripheralID: Int, device: DeviceID?) {
        self.seat = seat
        self.hub = hub
        self.peripheralID = peripheralID
        self.device = device
    }
}

/// What a device needs beside its pairing, as the person reads it off.
public struct StorePeripheralData: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The catalogue's number.
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

/// A device's data is stored, sealed.
public struct PeripheralDataStored: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// What is still missing before the device can be read; empty when nothing is.
    public var missing: [WireFault]

    /// Makes a reply.
    public init(hub: String, device: DeviceID, missing: [WireFault]) {
        self.hub = hub
        self.device = device
        self.missing = missing
    }
}

/// Names a device that a hub is to forget.
public struct ForgetDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID

    /// Makes a request.
    public init(device: DeviceID) {
        self.device = device
    }
}

/// A device is forgotten at a hub; whose it is stays as it was assigned.
public struct DeviceForgotten: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The device.
    public var device: DeviceID
    /// Whether the adapter knew it; its pairing is gone then.
    public var pairing: Bool
    /// How many of its secrets were erased.
    public var secrets: Int

    /// Makes a reply.
    public init(hub: String, device: DeviceID, pairing: Bool, secrets: Int) {
        self.hub = hub
        self.device = device
        self.pairing = pairing
        self.secrets = secrets
    }
}
