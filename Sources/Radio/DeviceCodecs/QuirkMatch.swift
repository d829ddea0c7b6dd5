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
