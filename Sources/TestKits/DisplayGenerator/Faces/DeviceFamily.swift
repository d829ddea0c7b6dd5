/// A family of devices that are built alike.
package enum DeviceFamily: String, CaseIterable, Sendable {
    /// Any kind: glass, digits and a simple body; no seed chooses it.
    case plain
    /// Any kind: like ``plain``, with signs near the rows, more print on the body, and attachments.
    case common
    /// A finger oximeter with a small colour screen.
    case screenOximeter
    /// A finger oximeter with light-emitting diodes behind dark glass.
    case diodeOximeter
    /// A thermometer like a pen, with a small display on a long body.
    case stickThermometer
    /// An ear or forehead thermometer with a coloured light behind the display.
    case infraredThermometer
    /// A kitchen or luggage scale.
    case kitchenScale
    /// A scale's platform, with toes at its edges.
    case floorScale
    /// A cuff that shows the pulse or memory number next to the other rows.
    case sideCuff
    /// A cuff with bright digits on a dark display.
    case darkCuff
    /// A cuff around the wrist.
    case wristCuff

    /// The families of a kind that a seed may choose, with their weights.
    static func choices(of kind: DisplayKind) -> [(family: DeviceFamily, weight: Double)] {
        switch kind {
        case .pulseOximeter: [(.common, 0.25), (.screenOximeter, 0.45), (.diodeOximeter, 0.3)]
        case .thermometer: [(.common, 0.25), (.stickThermometer, 0.42), (.infraredThermometer, 0.33)]
        case .weightScale: [(.common, 0.35), (.kitchenScale, 0.3), (.floorScale, 0.35)]
        case .bloodPressure: [(.common, 0.55), (.sideCuff, 0.15), (.darkCuff, 0.18), (.wristCuff, 0.12)]
        case .glucoseMeter, .any: [(.common, 1)]
        }
    }

    /// A family of a kind.
    static func chosen(for kind: DisplayKind, using dice: inout Dice) -> DeviceFamily {
        let choices = choices(of: kind)
        return choices[dice.weighted(choices.map(\.weight))].family
    }

    /// Whether devices of a kind belong to it.
    package func includes(_ kind: DisplayKind) -> Bool {
        self == .plain || Self.choices(of: kind).contains { $0.family == self }
    }

    /// The share of its photos rotated further than people usually tilt a camera.
    var turnedShare: Double {
        switch self {
        case .plain: 0
        case .stickThermometer: 0.6
        case .screenOximeter, .diodeOximeter, .wristCuff: 0.4
        case .infraredThermometer: 0.3
        case .kitchenScale, .floorScale: 0.2
        case .common, .sideCuff, .darkCuff: 0.12
        }
    }

    /// The part of the photo that its display fills when a person takes the whole device; nil for any.
    var reach: ClosedRange<Double>? {
        switch self {
        case .stickThermometer: 0.05...0.45
        case .screenOximeter, .diodeOximeter: 0.09...0.6
        case .floorScale: 0.07...0.5
        case .infraredThermometer, .kitchenScale: 0.1...0.7
        default: nil
        }
    }
}
