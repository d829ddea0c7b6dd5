public import DeviceCodecs

/// The protocol drivers of a process.
///
/// The built-in ones are in every process; an executable installs more (see README.md in this folder).
public struct DriverRegistry: Sendable {
    /// The drivers that this package brings: a new one is a row here, its file, and a row of the catalogue.
    public static let builtIn: [any ProtocolDriver.Type] = [
        OmronCuff.self, OneTouchMeter.self, GHSSensor.self, BeurerScale.self, QNScale.self, RenphoScale.self,
        MedisanaScale.self, OxyRing.self, LepuCuff.self, ContecMemory.self, TaiDocMemory.self, MicrolifeCuff.self,
        // On a USB cable.
        ContourMeter.self, OmronCableCuff.self, OneTouchCable.self, AccuChekCable.self,
        // Oximeters that stream.
        StreamDriver<NoninStream>.self, StreamDriver<ChoiceMMedStream>.self, StreamDriver<BerryStream>.self,
        StreamDriver<JumperStream>.self, StreamDriver<ContecStream>.self, StreamDriver<PC60Stream>.self,
    ]

    /// The drivers installed in this process.
    @TaskLocal public static var installed = DriverRegistry(builtIn)

    private let drivers: [ProtocolName: any ProtocolDriver.Type]

    /// Makes a registry with the built-in drivers and others, which win over them.
    public static func adding(_ drivers: [any ProtocolDriver.Type]) -> DriverRegistry {
        DriverRegistry(builtIn + drivers)
    }

    /// Makes a registry; of two drivers for one protocol, the last one wins.
    public init(_ drivers: [any ProtocolDriver.Type]) {
        self.drivers = Dictionary(drivers.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The protocols with a driver, sorted by name.
    public var names: [ProtocolName] { drivers.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Whether a driver for the protocol is installed.
    public func has(_ name: ProtocolName) -> Bool { drivers[name] != nil }

    /// Makes a driver with its keys.
    ///
    /// - Throws: ``MissingPart``: `driverMissing` or `driverRefused`.
    public func driver(for name: ProtocolName, secrets: DriverSecrets) throws(MissingPart) -> any ProtocolDriver {
        guard let type = drivers[name] else { throw .driver(name) }
        do {
            return try type.init(secrets)
        } catch {
            throw MissingPart(
                .driverRefused,
                message: "the driver for '\(name)' rejected its keys: \(error.plainWords)"
            )
        }
    }
}
