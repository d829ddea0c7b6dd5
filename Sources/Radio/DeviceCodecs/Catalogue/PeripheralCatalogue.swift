/// The supported peripherals, and the matching of devices to them.
///
/// IDs 1, 32, 33, 51 and 1000 to 5000 are those of the mobile SDK; the project's own start at 10000.
public struct PeripheralCatalogue: Hashable, Sendable {
    /// All peripherals by ascending ID, including disabled ones.
    public let peripherals: [Peripheral]

    /// The built-in catalogue.
    public static let standard = PeripheralCatalogue(peripherals: builtIn)

    private init(peripherals: [Peripheral]) {
        self.peripherals = peripherals
    }

    /// The peripheral with an ID; nil if there is none.
    public func peripheral(id: Int) -> Peripheral? { peripherals.first { $0.id == id } }

    /// A copy with an image for each entry that has none.
    ///
    /// - Throws: Whatever the closure throws.
    public func illustrated(_ image: (Peripheral) throws -> String) rethrows -> PeripheralCatalogue {
        PeripheralCatalogue(
            peripherals: try peripherals.map { peripheral in
                var result = peripheral
                result.imageURL = try peripheral.imageURL ?? image(peripheral)
                return result
            }
        )
    }

    /// A copy with an operator's changes.
    ///
    /// - Throws: ``CodecError`` with `invalid` for an unknown ID.
    public func applying(_ overrides: [PeripheralOverride]) throws(CodecError) -> PeripheralCatalogue {
        try applying(CatalogueFile(overrides: overrides))
    }

    /// A copy with an operator's changes and additions.
    ///
    /// - Throws: ``CodecError`` with `invalid` for an unknown ID, or a new entry's ID that is taken or outside
    ///   ``PeripheralAddition/ids``; the message names the ID.
    public func applying(_ file: CatalogueFile) throws(CodecError) -> PeripheralCatalogue {
        var result = peripherals
        for addition in file.additions {
            let id = addition.changes.id
            guard PeripheralAddition.ids.contains(id), !result.contains(where: { $0.id == id }) else {
                let range = "\(PeripheralAddition.ids.lowerBound) to \(PeripheralAddition.ids.upperBound)"
                throw CodecError(.invalid, message: "id \(id) is taken, or not in the operator's range: use \(range)")
            }
            guard let base = peripheral(id: addition.basedOn) else {
                throw CodecError(
                    .invalid,
                    message: "peripheral \(id) is based on \(addition.basedOn), which the catalogue does not have"
                )
            }
            guard !addition.advert.isEmpty else {
                throw CodecError(
                    .invalid,
                    message: "peripheral \(id) has no advert: give the name, company or service that identifies it"
                )
            }
            result.append(addition.applied(to: base))
        }
        for override in file.overrides {
            guard let index = result.firstIndex(where: { $0.id == override.id }) else {
                throw CodecError(.invalid, message: "unknown peripheral \(override.id)")
            }
            result[index] = override.applied(to: result[index])
        }
        return PeripheralCatalogue(peripherals: result.sorted { $0.id < $1.id })
    }

    /// The peripherals that match an advertisement, the most specific first.
    ///
    /// Among equally specific ones an operator's additions come first, then the lowest ID. A disabled peripheral ends
    /// the list, so that a disabled model is not read as a generic one.
    public func matches(_ advert: AdvertFacts) -> [Peripheral] {
        let found = peripherals.filter { $0.advert.matches(advert) }.sorted { Self.rank($0) < Self.rank($1) }
        return Array(found.prefix { !$0.disabled })
    }

    /// The peripherals that a device on a USB cable may be; a disabled one is none.
    public func matches(_ device: USBModel) -> [Peripheral] {
        peripherals.filter { $0.usb.contains(device) && !$0.disabled }
    }

    /// The best match for an advertisement; nil if nothing matches.
    public func match(_ advert: AdvertFacts) -> Peripheral? { matches(advert).first }

    private static func rank(_ peripheral: Peripheral) -> (Int, Int, Int) {
        let isOwn = PeripheralAddition.ids.contains(peripheral.id)
        return (-peripheral.advert.specificity, isOwn ? 0 : 1, peripheral.id)
    }
}

extension PeripheralCatalogue {
    /// All built-in entries by ascending ID.
    ///
    /// To add a peripheral, add a row to its group.
    static let builtIn: [Peripheral] =
        (unnamed + closed + generic + sensors + oximeters + scales
        + advertising + meters + cuffs + MakersScales.peripherals + MemoryPeripherals.rows
        + CablePeripherals.rows)
        .sorted { $0.id < $1.id }

    /// IDs from the examples of the mobile SDK.
    ///
    /// Which models they are is not public, so they match no advertisement until an operator's catalogue file adds one.
    private static let unnamed: [Peripheral] = [2, 3].map {
        Peripheral(
            generic: $0,
            name: "Peripheral \($0) of the mobile SDK",
            type: .unnamed,
            advert: AdvertRule(),
            words: .unnamed
        )
    }

    /// The entries for all devices of a profile; their IDs are those of the mobile SDK.
    private static let generic = DeviceProfile.all.map(\.peripheral)
}
