/// A drawing of a device by its form: a self-contained SVG of less than 2 KiB.
package struct PeripheralPicture: Sendable {
    /// The title.
    package let name: String
    /// The form to draw.
    package let form: PeripheralForm

    /// Draws a form; screen readers read the name.
    package init(name: String, form: PeripheralForm) {
        self.name = name
        self.form = form
    }

    /// Draws a row of the catalogue.
    package init(_ peripheral: Peripheral) {
        self.init(name: peripheral.name, form: PeripheralForm(id: peripheral.id, type: peripheral.type))
    }

    /// The drawing as a document.
    package var document: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="240" height="180" viewBox="0 0 240 180" role="img">
        <title>\(Self.escaped(name))</title>
        <g fill="#eef2f5" stroke="#43505c" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">
        \(Self.shapes(form).joined(separator: "\n"))
        </g>
        </svg>

        """
    }

    private static func shapes(_ form: PeripheralForm) -> [String] {
        switch form {
        case .armCuff:
            return [
                box(12, y: 34, width: 88, height: 112, radius: 14, fill: "#9fb6c9"), line("M30 34v112"),
                line("M100 120h24", open: true),
                box(124, y: 54, width: 104, height: 86, radius: 10),
            ] + screen(136, y: 64, width: 80, height: 40, value: "128/81") + [dot(176, y: 122, radius: 8)]
        case .testStripMeter:
            return [
                box(108, y: 138, width: 24, height: 34, radius: 2), box(80, y: 14, width: 80, height: 130, radius: 22),
            ] + screen(92, y: 30, width: 56, height: 44, value: "5.6") + [dot(120, y: 106, radius: 12)]
        case .handMeter:
            return [
                box(96, y: 4, width: 48, height: 26, radius: 4), box(70, y: 26, width: 100, height: 144, radius: 18),
            ] + screen(82, y: 42, width: 76, height: 62, value: "2.4") + [
                dot(98, y: 134, radius: 9), dot(142, y: 134, radius: 9),
            ]
        case .fingerClip:
            return [
                box(4, y: 84, width: 96, height: 26, radius: 13, fill: "#f3d3bd"),
                box(66, y: 46, width: 150, height: 46, radius: 16), box(66, y: 92, width: 150, height: 46, radius: 16),
            ] + screen(112, y: 54, width: 72, height: 30, value: "98%")
        case .wristOximeter:
            return [
                box(2, y: 74, width: 72, height: 40, radius: 6, fill: "#9fb6c9"),
                box(166, y: 74, width: 72, height: 40, radius: 6, fill: "#9fb6c9"),
                box(62, y: 44, width: 116, height: 96, radius: 14),
            ] + screen(78, y: 60, width: 84, height: 46, value: "97%") + [dot(120, y: 124, radius: 7)]
        case .ring:
            return [
                ellipse(120, y: 112, width: 56, height: 50),
                ellipse(120, y: 112, width: 38, height: 33, fill: "#ffffff"),
                box(82, y: 30, width: 76, height: 40, radius: 10),
            ] + screen(90, y: 36, width: 60, height: 28, value: "97%")
        case .stickThermometer:
            return [
                box(6, y: 82, width: 40, height: 16, radius: 8, fill: "#c4ccd3"),
                box(40, y: 66, width: 192, height: 48, radius: 22),
            ] + screen(112, y: 74, width: 74, height: 32, value: "36.6") + [dot(208, y: 90, radius: 8)]
        case .foreheadThermometer:
            return [line("M84 78l-14 88h48l14-76z"), box(28, y: 24, width: 176, height: 60, radius: 26)]
                + screen(112, y: 34, width: 72, height: 40, value: "36.6") + [
                    dot(44, y: 54, radius: 9), dot(98, y: 116, radius: 8),
                ]
        case .floorScale:
            return [box(30, y: 14, width: 180, height: 152, radius: 20)]
                + screen(76, y: 26, width: 88, height: 36, value: "72.4")
        case .bodyScale:
            return shapes(.floorScale) + [
                box(48, y: 76, width: 30, height: 76, radius: 12, fill: "#c4ccd3"),
                box(162, y: 76, width: 30, height: 76, radius: 12, fill: "#c4ccd3"),
            ]
        case .unnamed:
            return [box(58, y: 20, width: 124, height: 140, radius: 18)]
                + screen(76, y: 38, width: 88, height: 52, value: "?") + [dot(120, y: 126, radius: 12)]
        }
    }

    private static func box(_ x: Int, y: Int, width: Int, height: Int, radius: Int, fill: String? = nil)
        -> String
    {
        #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" rx="\#(radius)"\#(filled(fill))/>"#
    }

    private static func ellipse(_ x: Int, y: Int, width: Int, height: Int, fill: String? = nil) -> String {
        #"<ellipse cx="\#(x)" cy="\#(y)" rx="\#(width)" ry="\#(height)"\#(filled(fill))/>"#
    }

    private static func dot(_ x: Int, y: Int, radius: Int) -> String {
        ellipse(x, y: y, width: radius, height: radius, fill: "#2f6f9f")
    }

    private static func line(_ path: String, open isOpen: Bool = false) -> String {
        #"<path d="\#(path)"\#(filled(isOpen ? "none" : nil))/>"#
    }

    /// A display with a value.
    private static func screen(_ x: Int, y: Int, width: Int, height: Int, value: String) -> [String] {
        let size = min(height * 7 / 10, width * 10 / (7 * max(3, value.count)))
        return [
            box(x, y: y, width: width, height: height, radius: 4, fill: "#cfe0c8"),
            #"<text x="\#(x + width / 2)" y="\#(y + height / 2 + size / 3)" font-family="sans-serif" "#
                + #"font-size="\#(size)" text-anchor="middle" fill="black" stroke="none">\#(value)</text>"#,
        ]
    }

    private static func filled(_ fill: String?) -> String { fill.map { #" fill="\#($0)""# } ?? "" }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            // XML allows no other character below a space.
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }.joined()
    }
}

/// The form of a device as drawings show it.
package enum PeripheralForm: Sendable, Hashable, CaseIterable {
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

    /// The models that look different, by peripheral ID.
    private static let models: [Int: PeripheralForm] = [
        1: .foreheadThermometer, 10_001: .wristOximeter, 10_020: .bodyScale, 10_052: .foreheadThermometer,
        10_053: .bodyScale, 10_081: .bodyScale, 10_091: .ring, 10_100: .wristOximeter,
    ]

    /// Finds the form of a model; an operator's own entry gets the form of its kind.
    package init(id: Int, type: PeripheralType) {
        self = Self.models[id] ?? Self.kinds[type] ?? .unnamed
    }
}
