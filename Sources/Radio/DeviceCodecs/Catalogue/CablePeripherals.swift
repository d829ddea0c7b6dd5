/// The vendor and product numbers of a USB device.
public struct USBModel: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The vendor's number.
    public let vendor: UInt16
    /// The vendor's number of the product.
    public let product: UInt16

    /// Makes a model from its numbers.
    public init(vendor: UInt16, product: UInt16) {
        self.vendor = vendor
        self.product = product
    }

    /// Four hex digits each, as `1a79:7410`.
    public var description: String {
        [vendor, product].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined(separator: ":")
    }
}

extension BluetoothUUID {
    /// Stands for the only pipe of a USB device, where a Bluetooth device has characteristics.
    public static let usbPipe = BluetoothUUID("b1d3f0a2-6c57-4e0c-9a3e-5d0f7c1e2a79") ?? BluetoothUUID(0)
}

/// Meters that are read on a USB cable; none was tried on a real device.
enum CablePeripherals {
    /// The rows of the catalogue.
    ///
    /// Source: facts §16, tidepool-org/uploader and glucometers-tech/glucometerutils. No source says which product number
    /// is which model.
    static let rows: [Peripheral] = {
        var contour = Peripheral(
            10_140,
            manufacturer: "Ascensia",
            model: "Contour Next, Next One and Plus (USB)",
            type: .glucoseMeter,
            advert: AdvertRule(),
            words: .cable,
            speaks: .usbContour,
            pairing: .required,
            advertises: .afterMeasurement
        )
        contour.usb = [0x7350, 0x7410, 0x6002, 0x7800, 0x7900, 0x7950].map { USBModel(vendor: 0x1A79, product: $0) }
        // The whole memory is read when the meter is plugged in; a meter that stays plugged in is read again rarely.
        contour.rearmSeconds = 3_600
        return [contour]
    }()
}

extension PeripheralWords {
    /// For meters on a cable.
    static let cable = PeripheralWords(
        pairing: "Plug the meter into the hub's USB port, and pair it while it is plugged in.",
        start: "Plug the meter into the hub's USB port.",
        reading: "Leave the meter plugged in until its memory has been sent. The hub changes nothing on the meter."
    )
}
