package import BlueZ
package import BusContract
package import DeviceCodecs
package import FoundationEssentials
package import USB
package import VitalRecords

/// Makes sightings of the catalogue's devices from what the radio hears, and from the meters on cables.
package struct SightingMaker {
    /// The devices in sight.
    package var book: SightingBook
    private var heard = HeardDevices()
    private let radio: RadioLink
    private let catalogue: PeripheralCatalogue

    /// Creates a maker without a device in sight.
    ///
    /// - Parameters:
    ///   - hub: The hub's name.
    ///   - lostAfter: How long a device may be silent before it is lost, in seconds.
    package init(hub: String, lostAfter: TimeInterval, radio: RadioLink, catalogue: PeripheralCatalogue) {
        book = SightingBook(hub: hub, lostAfter: lostAfter)
        (self.radio, self.catalogue) = (radio, catalogue)
    }

    /// Handles an advertisement.
    ///
    /// - Parameters:
    ///   - episode: The time by the wall clock.
    ///   - now: A time that never goes back.
    ///   - isEager: Whether a client waits for the device and must see it at once.
    /// - Returns: The device's pseudonym, and the events to publish; nil for these if it matches no entry of the
    ///   catalogue.
    package mutating func heard(
        _ device: DeviceInfo,
        episode: Date,
        at now: Date,
        isEager: (DeviceID) -> Bool = { _ in false }
    ) -> (id: DeviceID, actions: [SightingBook.Action]?)? {
        // Absent is nil: never happens, because BlueZ's addresses are valid.
        let found = try? heard.finding(device) { [radio, catalogue] facts in
            HeardDevices.Finding(id: try radio.device(device.address), matches: catalogue.matches(facts))
        }
        guard let found else { return nil }
        guard !found.matches.isEmpty else { return (found.id, nil) }
        let actions = book.heard(
            found.id,
            peripheralIDs: found.matches.map(\.id),
            name: device.name,
            rssi: device.rssi,
            advertisement: Advertisement(device),
            isEager: isEager(found.id),
            isKnown: device.isPaired,
            episode: episode,
            at: now
        )
        return (found.id, actions)
    }

    /// Handles the meters that are on cables now, as devices that advertise.
    package mutating func plugged(into cables: USBMeters, episode: Date, at now: Date) -> [SightingBook.Action] {
        let meters = cables.plugged { [catalogue] in !catalogue.matches($0).isEmpty }
        return meters.flatMap { meter -> [SightingBook.Action] in
            // Absent is nil: never happens, because the meter's stand-in for an address is valid.
            guard let id = try? radio.device(meter) else { return [] }
            return book.heard(
                id,
                peripheralIDs: catalogue.matches(meter.model).map(\.id),
                name: meter.name,
                rssi: nil,
                advertisement: Advertisement(meter),
                isKnown: true,
                episode: episode,
                at: now
            )
        }
    }
}

extension Advertisement {
    /// The content of a device's advertisement.
    init(_ device: DeviceInfo) {
        self.init(
            serviceUUIDs: device.uuids.map { $0.lowercased() }.sorted(),
            manufacturerData: Dictionary(
                device.manufacturerData.map { ("\($0.key)", Self.hex($0.value)) },
                uniquingKeysWith: { first, _ in first }
            ),
            serviceData: device.serviceData.mapValues(Self.hex)
        )
    }

    /// The substitute for an advertisement of a meter on a cable; it changes each time the meter is plugged in.
    package init(_ meter: PluggedMeter) {
        let pipe = BluetoothUUID.usbPipe.description
        self.init(serviceUUIDs: [pipe], serviceData: [pipe: Self.hex(Array(meter.plug.utf8))])
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
