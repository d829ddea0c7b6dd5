internal import DeviceCodecs

/// The form of a device, as far as a drawing shows it.
enum PeripheralForm: Sendable, Hashable, CaseIterable {
    case armCuff
    case handMeter, testStripMeter
    case fingerClip, wristOximeter, ring
    case stickThermometer, foreheadThermometer
    case floorScale, bodyScale
    case unnamed

    /// The form of each kind of device.
    private static let kinds: [PeripheralType: PeripheralForm] = [
        .bloodPressureMonitor: .armCuff, .glucoseMeter: .testStripMeter, .coagulationMeter: .handMeter,
        .pulseOximeter: .fingerClip, .thermometer: .stickThermometer, .weightScale: .floorScale,
    ]

    /// The models that look otherwise, by peripheral ID.
    private static let models: [Int: PeripheralForm] = [
        1: .foreheadThermometer, 10_001: .wristOximeter, 10_020: .bodyScale, 10_052: .foreheadThermometer,
        10_053: .bodyScale, 10_081: .bodyScale, 10_091: .ring,
    ]

    /// The form of a model; an operator's own entry looks like its kind.
    init(_ peripheral: Peripheral) {
        self = Self.models[peripheral.id] ?? Self.kinds[peripheral.type] ?? .unnamed
    }
}
