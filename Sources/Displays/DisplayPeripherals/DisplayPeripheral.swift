package import DeviceCodecs
package import DisplayLayouts

/// A meter with a readable display: a model, or any meter of a kind.
package struct DisplayPeripheral: Sendable, Hashable, Identifiable {
    /// The peripheral ID; a model that also uses Bluetooth has the same ID there.
    package let id: Int
    /// The name for people: manufacturer and model.
    package let name: String
    /// The manufacturer; nil for any meter of a kind.
    package let manufacturer: String?
    /// The model; nil for any meter of a kind.
    package let model: String?
    /// The URL of an image; nil if there is none.
    package let imageURL: String?
    /// The layout of its display.
    package let layout: DisplayLayout
    /// The appearance of its display.
    package let face: DisplayFace
    /// The unit if no other is selected; nil if there is no choice.
    package let defaultUnit: DisplayUnit?

    /// Creates a peripheral.
    ///
    /// - Parameter defaultUnit: The default unit; nil for the first selectable one.
    package init(
        id: Int,
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        imageURL: String? = nil,
        layout: DisplayLayout,
        face: DisplayFace = .kind,
        defaultUnit: DisplayUnit? = nil
    ) {
        self.id = id
        self.name = name ?? [manufacturer, model].compactMap(\.self).joined(separator: " ")
        self.manufacturer = manufacturer
        self.model = model
        self.imageURL = imageURL
        self.layout = layout
        self.face = face
        self.defaultUnit = defaultUnit ?? layout.choosableUnits.first
    }

    /// The kind of its display.
    package var kind: DisplayKind { layout.kind }

    /// The device type, as for other peripherals; nil for any meter.
    package var type: PeripheralType? {
        switch kind {
        case .bloodPressure: .bloodPressureMonitor
        case .glucoseMeter: .glucoseMeter
        case .thermometer: .thermometer
        case .pulseOximeter: .pulseOximeter
        case .weightScale: .weightScale
        case .any: nil
        }
    }

    /// The selectable units, the default one first; empty if there is no choice.
    package var units: [DisplayUnit] {
        let units = layout.choosableUnits
        guard let defaultUnit, units.contains(defaultUnit) else { return units }
        return [defaultUnit] + units.filter { $0 != defaultUnit }
    }
}
