package import DeviceCodecs
package import DisplayLayouts

/// A meter whose display is read from photos: a model, or any meter of a kind.
package struct DisplayPeripheral: Sendable, Hashable, Identifiable {
    /// The peripheral ID; a model that also sends by Bluetooth has the one it has there.
    package let id: Int
    /// The name for people: manufacturer and model.
    package let name: String
    /// The manufacturer, or nil for any meter of a kind.
    package let manufacturer: String?
    /// The model, or nil for any meter of a kind.
    package let model: String?
    /// An image of it, or nil.
    package let imageURL: String?
    /// What its display shows, and how.
    package let layout: DisplayLayout
    /// How its display looks, as far as that is known.
    package let face: DisplayFace
    /// The unit that it has while no other is chosen, or nil where it has no choice.
    package let defaultUnit: DisplayUnit?

    /// Makes a peripheral.
    ///
    /// - Parameter defaultUnit: Where nil, the first one that can be chosen.
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

    /// The kind of device as other peripherals have it; nil for any meter.
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

    /// The units that can be chosen at run time, the default one first; empty where there is no choice.
    package var units: [DisplayUnit] {
        let units = layout.choosableUnits
        guard let defaultUnit, units.contains(defaultUnit) else { return units }
        return [defaultUnit] + units.filter { $0 != defaultUnit }
    }
}
