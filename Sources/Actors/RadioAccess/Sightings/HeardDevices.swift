internal import BlueZ
internal import DeviceCodecs
internal import VitalRecords

/// What was found out about the devices around, so that a repeated advert is not matched again.
///
/// Neighbours' phones change their addresses, so the memory has a limit.
struct HeardDevices {
    /// A device's pseudonym, and the catalogue's entries that its advert matches.
    struct Finding {
        var id: DeviceID
        var matches: [Peripheral]
    }

    static let limit = 512
    private var devices: [BluetoothAddress: (heard: DeviceInfo, finding: Finding)] = [:]

    /// The number of devices in memory.
    var count: Int { devices.count }

    /// The finding for an advert; `find` is asked only for a new device or a changed advert.
    mutating func finding(_ device: DeviceInfo, find: (AdvertFacts) throws -> Finding) rethrows -> Finding {
        if let known = devices[device.address], known.heard.advertises(as: device) { return known.finding }
        let finding = try find(AdvertFacts(device))
        if devices.count >= Self.limit { devices = [:] }
        devices[device.address] = (device, finding)
        return finding
    }
}

extension DeviceInfo {
    /// Whether another advert says the same; its strength may differ.
    fileprivate func advertises(as other: DeviceInfo) -> Bool {
        name == other.name && serviceData == other.serviceData && manufacturerData == other.manufacturerData
            && uuids == other.uuids
    }
}
