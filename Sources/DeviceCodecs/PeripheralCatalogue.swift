/// The peripherals that can be read, and how a device is matched to one.
///
/// IDs 1, 32, 33, 51 and 1000 to 5000 mean what they mean in the mobile SDK; the project's own start at 10000.
public struct PeripheralCatalogue: Hashable, Sendable {
    /// The peripherals in the order of their IDs, the disabled ones too.
    public let peripherals: [Peripheral]

    /// The catalogue as it is built in.
    public static let standard = PeripheralCatalogue(peripherals: builtIn)

    private init(peripherals: [Peripheral]) {
        self.peripherals = peripherals
    }

    /// The peripheral with an ID, or nil.
    public func peripheral(id: Int) -> Peripheral? { peripherals.first { $0.id == id } }

    /// The catalogue with an operator's changes.
    ///
    /// - Throws: ``CodecError`` with `invalid` for an ID that the catalogue does not have.
    public func applying(_ overrides: [PeripheralOverride]) throws(CodecError) -> PeripheralCatalogue {
        var result = peripherals
        for override in overrides {
            guard let index = result.firstIndex(where: { $0.id == override.id }) else {
                throw CodecError(code: .invalid, message: "the catalogue has no peripheral \(override.id)")
            }
            result[index] = override.applied(to: result[index])
        }
        return PeripheralCatalogue(peripherals: result)
    }

    /// The peripheral that an advertisement belongs to, or nil.
    ///
    /// The most specific rule wins, then the lowest ID. A disabled peripheral wins too and gives nil, so that a device
    /// of a disabled model is not read as a generic one.
    ///
    /// - Parameters:
    ///   - services: The advertised services.
    ///   - name: The advertised name.
    ///   - manufacturerData: The manufacturer data by company number.
    public func match(
        services: [BluetoothUUID],
        name: String?,
        manufacturerData: [UInt16: [UInt8]]
    ) -> Peripheral? {
        var best: Peripheral?
        for peripheral in peripherals
        where peripheral.advert.matches(services: services, name: name, manufacturerData: manufacturerData) {
            if peripheral.advert.specificity > best?.advert.specificity ?? 0 { best = peripheral }
        }
        return best.flatMap { $0.disabled ? nil : $0 }
    }
}
