import DBus

/// The filter that a client set by SetDiscoveryFilter.
struct DiscoveryFilter: Equatable, Sendable {
    /// The names that GetDiscoveryFilters answers.
    static let names = ["UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable", "Pattern"]

    var uuids: Set<String> = []
    var rssi: Int16?
    var pathloss: UInt16?
    var transport = "auto"
    var duplicateData = false
    var pattern: String?

    /// Reads the argument of SetDiscoveryFilter; nil when a key or a value is not valid.
    init?(_ properties: [String: DBusValue]) {
        for (key, value) in properties {
            switch (key, value) {
            case ("UUIDs", .array(_, of: .string)): uuids = Set((value.stringArray ?? []).map(GattUUID.expand))
            case ("RSSI", .int16(let level)) where (-127...20).contains(level): rssi = level
            case ("Pathloss", .uint16(let loss)) where loss <= 137: pathloss = loss
            case ("Transport", .string(let name)) where ["auto", "le", "bredr"].contains(name): transport = name
            case ("DuplicateData", .boolean(let on)): duplicateData = on
            case ("Discoverable", .boolean): break
            case ("Pattern", .string(let text)): pattern = text
            default: return nil
            }
        }
        if rssi != nil, pathloss != nil { return nil }
    }

    /// Whether an advert passes the filter.
    func accepts(_ device: VirtualDevice, at address: String, rssi level: Int16) -> Bool {
        guard transport != "bredr" else { return false }
        if let rssi, level < rssi { return false }
        if !uuids.isEmpty, uuids.isDisjoint(with: device.advertisedServices) { return false }
        guard let pattern, !pattern.isEmpty else { return true }
        return address.hasPrefix(pattern) || device.script.name.hasPrefix(pattern)
    }
}

/// The discovery session of one client.
struct DiscoverySession: Sendable {
    /// Whether StartDiscovery was called.
    var isActive = false
    /// The filter; nil without one.
    var filter: DiscoveryFilter?
}
