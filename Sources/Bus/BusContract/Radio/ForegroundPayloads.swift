public import VitalRecords

/// Asks for a foreground reading.
public struct ReadPeripheral: Codable, Sendable, Hashable {
    /// The device; absent takes the nearest one of the peripheral that is allowed.
    public var device: DeviceID?
    /// The catalogue's number.
    public var peripheralID: Int
    /// The seat the reading is for; null leaves it to the assignments.
    public var seat: String?
    /// Whether the reading is booked at once, true when absent; otherwise it is held until `confirmReading`.
    public var autoSubmit: Bool?
    /// How long to wait for a measurement, 1 to 300 s, 60 when absent.
    public var seconds: Int?
    /// The devices that may be read: an empty list allows none, an absent one any.
    public var allowedDevices: [DeviceID]?

    /// Makes a request.
    public init(
        device: DeviceID?,
        peripheralID: Int,
        seat: String? = nil,
        autoSubmit: Bool? = nil,
        seconds: Int? = nil,
        allowedDevices: [DeviceID]? = nil
    ) {
        self.device = device
        self.peripheralID = peripheralID
        self.seat = seat
        self.autoSubmit = autoSubmit
        self.seconds = seconds
        self.allowedDevices = allowedDevices
    }
}

/// Asks to pair a device.
public struct PairPeripheral: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The catalogue's number.
    public var peripheralID: Int
    /// The seat it is paired for.
    public var seat: String?
    /// The device's own user index that is the seat's; absent for all that it measures, or for a scale's new user.
    public var userIndex: Int?

    /// Makes a request.
    public init(device: DeviceID, peripheralID: Int, seat: String? = nil, userIndex: Int? = nil) {
        self.device = device
        self.peripheralID = peripheralID
        self.seat = seat
        self.userIndex = userIndex
    }
}
