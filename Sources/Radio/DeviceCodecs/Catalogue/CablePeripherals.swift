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
    /// Reports without numbers of a device on a USB cable: a driver subscribes to them as to a characteristic.
    public static let usbPipe = BluetoothUUID("b1d3f0a2-6c57-4e0c-9a3e-5d0f7c1e2a79") ?? BluetoothUUID(0)
    /// Reports of a device on a USB cable that begin with their number.
    public static let usbNumberedPipe = BluetoothUUID("3ec8e9a1-640a-4041-adeb-39dc5c38c3fb") ?? BluetoothUUID(0)
    /// Messages in bulk transfers of a device on a USB cable.
    public static let usbBulk = BluetoothUUID("5a0c2d0e-5d6e-4c0f-8f0e-6b1c7a5f173a") ?? BluetoothUUID(0)
    /// Blocks of a disk that a device on a USB cable shows; a write begins with the number of its block.
    public static let usbDisk = BluetoothUUID("5a0c2d0e-5d6e-4c0f-8f0e-6b1c7a5f2766") ?? BluetoothUUID(0)
}

/// The catalogue's meters and cuffs on a USB cable.
///
/// None was tried on a real device.
/// Source: facts §16, tidepool-org/uploader, glucometers-tech/glucometerutils, LazyT/obpm.
enum CablePeripherals {
    /// The rows of the catalogue.
    static let rows = [contour] + cuffs + [oneTouch, accuChek]

    /// No source says which product number is which model.
    private static let contour = row(
        10_140,
        named: ("Ascensia", "Contour Next, Next One and Plus (USB)"),
        type: .glucoseMeter,
        words: .cableMeter,
        speaks: .usbContour,
        usb: [0x7350, 0x7410, 0x6002, 0x7800, 0x7900, 0x7950].map { USBModel(vendor: 0x1A79, product: $0) }
    )

    /// Both models have the same numbers, so the person who pairs a cuff says which one it is.
    private static let cuffs = [
        (10_141, "HEM-7322U, M500 IT, M6 Comfort IT (USB)"), (10_142, "HEM-7131U, M400 IT, M3 IT (USB)"),
    ].map { id, model in
        row(
            id,
            named: ("Omron", model),
            type: .bloodPressureMonitor,
            words: .cableCuff,
            speaks: .usbOmron,
            usb: [USBModel(vendor: 0x0590, product: 0x0090)]
        )
    }

    private static let oneTouch = row(
        10_143,
        named: ("LifeScan", "OneTouch Verio, Flex, Reflect, Select Plus Flex and Ultra Plus Flex (USB)"),
        type: .glucoseMeter,
        words: .cableDisk,
        speaks: .usbOneTouch,
        usb: [0x0000, 0x0004, 0x000C, 0x1004, 0x000E].map { USBModel(vendor: 0x2766, product: $0) }
    )

    private static let accuChek = row(
        10_144,
        named: ("Roche", "Accu-Chek Guide, Guide Me, Instant, Aviva Connect and Platinum (USB)"),
        type: .glucoseMeter,
        words: .cableBulk,
        speaks: .usbAccuChek,
        usb: [0x21D5, 0x21D6, 0x21D7, 0x21CF, 0x21D8].map { USBModel(vendor: 0x173A, product: $0) }
    )

    private static func row(
        _ id: Int,
        named name: (manufacturer: String, model: String),
        type: PeripheralType,
        words: PeripheralWords,
        speaks: ProtocolName,
        usb: [USBModel]
    ) -> Peripheral {
        var row = Peripheral(
            id,
            manufacturer: name.manufacturer,
            model: name.model,
            type: type,
            advert: AdvertRule(),
            words: words,
            speaks: speaks,
            pairing: .required,
            advertises: .afterMeasurement
        )
        row.usb = usb
        // The hub reads the memory when a person plugs the device in, and hourly while it stays there.
        row.rearmSeconds = 3_600
        return row
    }
}

extension PeripheralWords {
    /// For meters on a cable.
    static let cableMeter = PeripheralWords(
        pairing: "Plug the meter into the hub's USB port, and pair it while it is plugged in.",
        start: "Plug the meter into the hub's USB port.",
        reading: "Leave the meter plugged in until the hub has its memory. The hub changes nothing on the meter."
    )
    /// For cuffs on a cable.
    static let cableCuff = PeripheralWords(
        pairing: """
            Read the model number under the cuff: HEM-7322U and HEM-7131U look the same to the hub. Plug the cuff into the \
            hub's USB port, press its START/STOP button, and pair it.
            """,
        start: "Plug the cuff into the hub's USB port, and press its START/STOP button.",
        reading: "Leave the cuff plugged in until the hub has its memory. The hub changes nothing on the cuff."
    )
    /// For meters that show a disk.
    static let cableDisk = PeripheralWords(
        pairing: cableMeter.pairing,
        start: "Plug the meter into the hub's USB port, and leave its disk alone.",
        reading: """
            Leave the meter plugged in until the hub has its memory. The hub changes nothing on the meter. Read a meter \
            either here or over Bluetooth, because the hub knows these as two devices.
            """
    )
    /// For meters with bulk transfers.
    static let cableBulk = PeripheralWords(
        pairing: "Plug the meter into the hub's USB port, and pair it within a minute.",
        start: "Plug the meter into the hub's USB port; one that was plugged in for long must be plugged in again.",
        reading: """
            Leave the meter plugged in until the hub has its memory. The hub changes nothing on the meter. Read a meter \
            either here or over Bluetooth, because the hub knows these as two devices.
            """
    )
}
