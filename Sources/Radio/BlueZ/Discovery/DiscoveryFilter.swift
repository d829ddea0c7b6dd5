internal import DBus

/// The advertisements that discovery reports.
///
/// BlueZ merges the filters of all processes, so check each reported device.
public struct DiscoveryFilter: Hashable, Sendable {
    /// Advertised service UUIDs to look for; empty for all.
    ///
    /// Devices that advertise only vendor data have no service UUID.
    public var uuids: [String]
    /// Whether every advertisement is reported, including repetitions.
    public var reportsDuplicates: Bool

    /// Makes a filter for low energy devices.
    public init(uuids: [String] = [], reportsDuplicates: Bool = true) {
        self.uuids = uuids
        self.reportsDuplicates = reportsDuplicates
    }

    var value: DBusValue {
        var entries: [String: DBusValue] = [
            BlueZName.Adapter.transport: "le", BlueZName.Adapter.duplicateData: .boolean(reportsDuplicates),
        ]
        if !uuids.isEmpty { entries[BlueZName.Adapter.uuids] = .strings(uuids) }
        return .dictionary(entries)
    }
}
