internal import DeviceCodecs
package import DisplayLayouts

/// The meters whose displays are read.
package struct DisplayCatalogue: Sendable, Hashable {
    /// The peripherals in the order of their IDs.
    package let peripherals: [DisplayPeripheral]

    /// The catalogue as it is built in.
    package static let standard = DisplayCatalogue(builtIn)

    private init(_ peripherals: [DisplayPeripheral]) {
        self.peripherals = peripherals.sorted { $0.id < $1.id }
    }

    /// The peripheral with an ID, or nil.
    package func peripheral(id: Int) -> DisplayPeripheral? { peripherals.first { $0.id == id } }

    /// The peripherals of a kind.
    package func peripherals(of kind: DisplayKind) -> [DisplayPeripheral] { peripherals.filter { $0.kind == kind } }

    /// The entry for any meter of a kind.
    package func generic(_ kind: DisplayKind) -> DisplayPeripheral? {
        peripherals.first { $0.kind == kind && $0.manufacturer == nil && Self.genericIDs.contains($0.id) }
    }

    /// The catalogue with an operator's own peripherals.
    ///
    /// - Throws: ``LayoutFileError`` for an ID that is taken.
    package func adding(_ own: [DisplayPeripheral]) throws(LayoutFileError) -> DisplayCatalogue {
        var known = Set(peripherals.map(\.id))
        for peripheral in own {
            guard known.insert(peripheral.id).inserted else {
                throw LayoutFileError("the id \(peripheral.id) is taken: give '\(peripheral.name)' another one")
            }
        }
        return DisplayCatalogue(peripherals + own)
    }
}
