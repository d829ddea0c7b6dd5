package import DeviceCodecs

/// What one device sent, and what a person read on its display: the content of a file of `vitalbus capture`.
package struct Capture: Codable, Hashable, Sendable {
    /// The form of the file.
    package static let format = "vitalbus-capture-1"

    /// The form of the file; readers accept ``Capture/format`` only.
    package var format = Capture.format
    /// The time of the capture, ISO 8601 in UTC.
    package var made: String
    /// The version of VitalBus.
    package var program: String
    /// The maker and the model, as a person typed them.
    package var model: String?
    /// The values on the display, as a person typed them: `128/82 pulse 71`.
    package var shown: String?
    /// The device.
    package var device: CapturedDevice
    /// What was replaced, in words: `address`, `name`, `serial number`, `system id`.
    package var redacted: [String] = []
    /// Why the recording ended.
    package var ended = CaptureEnd.time
    /// The device's GATT services; empty without a link.
    package var services: [CapturedService] = []
    /// What happened, in order.
    package var events: [CapturedEvent] = []

    /// Creates a capture without events.
    package init(made: String, program: String, device: CapturedDevice) {
        self.made = made
        self.program = program
        self.device = device
    }
}

/// The device of a capture.
package struct CapturedDevice: Codable, Hashable, Sendable {
    /// The advertised name.
    package var name: String?
    /// The address, or its stand-in.
    package var address: String
    /// `public` or `random`.
    package var addressType: String?
    /// Whether it was paired with this machine.
    package var isPaired = false

    /// Creates a device.
    package init(name: String?, address: String, addressType: String? = nil, isPaired: Bool = false) {
        self.name = name
        self.address = address
        self.addressType = addressType
        self.isPaired = isPaired
    }
}

/// Why a recording ended.
package enum CaptureEnd: String, Codable, Hashable, Sendable {
    /// Its time was over.
    case time
    /// The wanted number of values arrived, or the script is done.
    case done
    /// A person stopped it.
    case stopped
    /// The file reached its limit.
    case size
}

/// A GATT service.
package struct CapturedService: Codable, Hashable, Sendable {
    /// The service.
    package var uuid: BluetoothUUID
    /// Its characteristics, in the order of their handles.
    package var characteristics: [CapturedCharacteristic]

    /// Creates a service.
    package init(uuid: BluetoothUUID, characteristics: [CapturedCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A GATT characteristic.
package struct CapturedCharacteristic: Codable, Hashable, Sendable {
    /// The characteristic.
    package var uuid: BluetoothUUID
    /// The allowed operations in BlueZ's words, sorted.
    package var flags: [String]

    /// Creates a characteristic.
    package init(uuid: BluetoothUUID, flags: [String]) {
        self.uuid = uuid
        self.flags = flags
    }
}
