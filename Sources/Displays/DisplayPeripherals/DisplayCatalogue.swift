internal import DeviceCodecs
package import DisplayLayouts

/// The catalogue of meters with displays that can be read.
package struct DisplayCatalogue: Sendable, Hashable {
    /// The peripherals in order of their IDs.
    package let peripherals: [DisplayPeripheral]

    /// The built-in catalogue.
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

    /// Adds an operator's peripherals.
    ///
    /// - Throws: ``LayoutFileError`` for an ID that is taken.
    package func adding(_ own: [DisplayPeripheral]) throws(LayoutFileError) -> DisplayCatalogue {
        var known = Set(peripherals.map(\.id))
        for peripheral in own {
            guard known.insert(peripheral.id).inserted else {
                throw LayoutFileError("the id \(peripheral.id) is taken: give '\(peripheral.name)' another id")
            }
        }
        return DisplayCatalogue(peripherals + own)
    }
}

extension DisplayCatalogue {
    /// The IDs of the entries for any meter of a kind.
    static let genericIDs = 10_500...10_519

    /// The built-in models and kinds; a new model is a row here, and its appearance one in ``DisplayFace/known``.
    ///
    /// The mobile SDK's examples name the IDs 1, 3 and 9 without their models, and the model Zewa 11110 without its ID,
    /// so VitalBus defines all IDs itself. Models that also use Bluetooth have the ID of that catalogue; others have
    /// 10500 to 10999, which it does not use.
    static let builtIn: [DisplayPeripheral] =
        [
            generic(10_500, name: "Any blood pressure monitor", kind: .bloodPressure),
            generic(10_501, name: "Any blood glucose meter", kind: .glucoseMeter),
            generic(10_502, name: "Any thermometer", kind: .thermometer),
            generic(10_503, name: "Any pulse oximeter", kind: .pulseOximeter),
            generic(10_504, name: "Any weight scale", kind: .weightScale),
            generic(10_505, name: "Any meter", kind: .any),
            model(10_520, manufacturer: "Zewa", model: "11110", layout: .standard(.thermometer), unit: .fahrenheit),
            model(10_530, manufacturer: "Omron", model: "M7", layout: .pulseBelow),
            model(10_531, manufacturer: "Microlife", model: "WatchBP Home", layout: .pulseBelow),
            model(10_540, manufacturer: "LifeScan", model: "OneTouch UltraEasy", layout: .standard(.glucoseMeter)),
        ] + byBluetooth

    private static func generic(_ id: Int, name: String, kind: DisplayKind) -> DisplayPeripheral {
        DisplayPeripheral(id: id, name: name, layout: .standard(kind))
    }

    private static func model(
        _ id: Int,
        manufacturer: String,
        model: String,
        layout: DisplayLayout,
        unit: DisplayUnit? = nil
    ) -> DisplayPeripheral {
        DisplayPeripheral(
            id: id,
            manufacturer: manufacturer,
            model: model,
            layout: layout,
            face: DisplayFace.known[id] ?? .kind,
            defaultUnit: unit
        )
    }

    /// The Bluetooth models with a display of a readable kind.
    private static let byBluetooth: [DisplayPeripheral] = PeripheralCatalogue.standard.peripherals.compactMap { known in
        guard let manufacturer = known.manufacturer, let model = known.model, let kind = kinds[known.type] else {
            return nil
        }
        return DisplayPeripheral(
            id: known.id,
            name: known.name,
            manufacturer: manufacturer,
            model: model,
            imageURL: known.imageURL,
            layout: .standard(kind),
            face: DisplayFace.known[known.id] ?? .kind
        )
    }

    private static let kinds: [PeripheralType: DisplayKind] = [
        .bloodPressureMonitor: .bloodPressure, .glucoseMeter: .glucoseMeter, .thermometer: .thermometer,
        .pulseOximeter: .pulseOximeter, .weightScale: .weightScale,
    ]
}

extension DisplayLayout {
    /// A blood pressure monitor that always shows the pulse below the pressures.
    fileprivate static let pulseBelow: DisplayLayout = {
        let standard = DisplayLayout.standard(.bloodPressure)
        return DisplayLayout(
            kind: .bloodPressure,
            fields: standard.fields,
            arrangements: [DisplayArrangement([["sys"], ["dia"], ["pul"]])],
            relations: standard.relations,
            heights: standard.heights
        )
    }()
}
