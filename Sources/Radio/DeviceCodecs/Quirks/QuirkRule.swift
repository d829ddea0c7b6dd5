/// A row of ``QuirkBook``: a quirk, what is done about it, where it is known from, and which models have it.
public struct QuirkRule: Hashable, Sendable {
    /// The quirk.
    public let quirk: DeviceQuirk
    /// What is done about it.
    public let rule: String
    /// Where it is known from: a public repository and the place in it.
    public let source: String
    /// The models; empty where a frame shows the quirk by itself.
    public let models: [QuirkMatch]

    /// True where a frame shows the quirk by itself, whatever the model.
    public var isShownByFrame: Bool { models.isEmpty }

    init(_ quirk: DeviceQuirk, rule: String, source: String, models: [QuirkMatch] = []) {
        self.quirk = quirk
        self.rule = rule
        self.source = source
        self.models = models
    }
}

/// By what a model with a quirk is told.
///
/// All parts that are there must hold; texts are compared at their beginning, in any case.
public struct QuirkMatch: Hashable, Sendable {
    /// How the advertised name begins.
    public var name: String?
    /// How the manufacturer's name begins.
    public var manufacturer: String?
    /// How the model number begins.
    public var model: String?
    /// A company number in the advertisement.
    public var company: UInt16?
    /// A service that it has.
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

    /// True where all parts hold; a match without parts holds for nothing.
    public func holds(for identity: DeviceIdentity) -> Bool {
        let parts: [Bool?] = [
            name.map { Self.begins(identity.name, $0) },
            manufacturer.map { Self.begins(identity.manufacturer, $0) },
            model.map { Self.begins(identity.model, $0) },
            company.map(identity.companies.contains),
            service.map(identity.services.contains),
        ]
        let present = parts.compactMap { $0 }
        return !present.isEmpty && present.allSatisfy { $0 }
    }

    private static func begins(_ text: String?, _ beginning: String) -> Bool {
        text?.lowercased().hasPrefix(beginning.lowercased()) == true
    }
}

/// What tells a device's model: from its advertisement and its Device Information service.
public struct DeviceIdentity: Hashable, Sendable {
    /// The name that it advertises.
    public var name: String?
    /// The manufacturer's name.
    public var manufacturer: String?
    /// The model number.
    public var model: String?
    /// The firmware revision.
    public var firmware: String?
    /// Company numbers in the manufacturer data of its advertisement.
    public var companies: Set<UInt16>
    /// Services that it has or advertises.
    public var services: Set<BluetoothUUID>

    /// Takes what is known.
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
