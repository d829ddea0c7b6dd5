/// A row of ``QuirkBook``: a quirk, its handling, its source, and the affected models.
public struct QuirkRule: Hashable, Sendable {
    /// The quirk.
    public let quirk: DeviceQuirk
    /// How the hub handles it.
    public let rule: String
    /// The public source: a repository and the place in it.
    public let source: String
    /// The affected models; empty if a frame itself reveals the quirk.
    public let models: [QuirkMatch]

    init(_ quirk: DeviceQuirk, rule: String, source: String, models: [QuirkMatch] = []) {
        self.quirk = quirk
        self.rule = rule
        self.source = source
        self.models = models
    }
}

/// How to recognise a model that has a quirk.
///
/// All parts that are set must match; texts match as prefixes, ignoring case.
public struct QuirkMatch: Hashable, Sendable {
    /// Prefix of the advertised name.
    public var name: String?
    /// Prefix of the manufacturer name.
    public var manufacturer: String?
    /// Prefix of the model number.
    public var model: String?
    /// Company identifier in the advertisement.
    public var company: UInt16?
    /// A service of the device.
    public var service: BluetoothUUID?

    init(
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        company: UInt16? = nil,
        service: BluetoothUUID? = nil
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.company = company
        self.service = service
    }

    /// Whether all parts match; a match without parts matches nothing.
    public func holds(for identity: DeviceIdentity) -> Bool {
        let parts: [Bool?] = [
            name.map { Self.begins(identity.name, beginning: $0) },
            manufacturer.map { Self.begins(identity.manufacturer, beginning: $0) },
            model.map { Self.begins(identity.model, beginning: $0) },
            company.map(identity.companies.contains),
            service.map(identity.services.contains),
        ]
        let present = parts.compactMap { $0 }
        return !present.isEmpty && present.allSatisfy { $0 }
    }

    private static func begins(_ text: String?, beginning: String) -> Bool {
        text?.lowercased().hasPrefix(beginning.lowercased()) == true
    }
}

/// The facts that identify a device's model: its advertisement and its Device Information service.
public struct DeviceIdentity: Hashable, Sendable {
    /// The advertised name.
    public var name: String?
    /// The manufacturer name.
    public var manufacturer: String?
    /// The model number.
    public var model: String?
    /// The firmware revision.
    public var firmware: String?
    /// Company identifiers in the advertised manufacturer data.
    public var companies: Set<UInt16>
    /// Services that the device has or advertises.
    public var services: Set<BluetoothUUID>

    /// Makes an identity from the known parts.
    public init(
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        firmware: String? = nil,
        companies: Set<UInt16> = [],
        services: Set<BluetoothUUID> = []
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.firmware = firmware
        self.companies = companies
        self.services = services
    }
}
