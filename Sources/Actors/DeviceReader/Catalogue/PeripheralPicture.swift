internal import DeviceCodecs

/// A drawing of a device by its form: a self-contained SVG of less than 2 KiB.
struct PeripheralPicture: Sendable {
    /// The title.
    let name: String
    /// The form to draw.
    let form: PeripheralForm

    init(_ peripheral: Peripheral) {
        name = peripheral.name
        form = PeripheralForm(peripheral)
    }

    /// The drawing as a document.
    var document: String {
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
                box(12, 34, 88, 112, 14, fill: "#9fb6c9"), line("M30 34v112"), line("M100 120h24", open: true),
                box(124, 54, 104, 86, 10),
            ] + screen(136, 64, 80, 40, "128/81") + [dot(176, 122, 8)]
        case .testStripMeter:
            return [box(108, 138, 24, 34, 2), box(80, 14, 80, 130, 22)] + screen(92, 30, 56, 44, "5.6") + [
                dot(120, 106, 12)
            ]
        case .handMeter:
            return [box(96, 4, 48, 26, 4), box(70, 26, 100, 144, 18)] + screen(82, 42, 76, 62, "2.4") + [
                dot(98, 134, 9), dot(142, 134, 9),
            ]
        case .fingerClip:
            return [box(4, 84, 96, 26, 13, fill: "#f3d3bd"), box(66, 46, 150, 46, 16), box(66, 92, 150, 46, 16)]
                + screen(112, 54, 72, 30, "98%")
        case .wristOximeter:
            return [box(2, 74, 72, 40, 6, fill: "#9fb6c9"), box(166, 74, 72, 40, 6, fill: "#9fb6c9")]
                + [box(62, 44, 116, 96, 14)] + screen(78, 60, 84, 46, "97%") + [dot(120, 124, 7)]
        case .ring:
            return [
                ellipse(120, 112, 56, 50), ellipse(120, 112, 38, 33, fill: "#ffffff"), box(82, 30, 76, 40, 10),
            ] + screen(90, 36, 60, 28, "97%")
        case .stickThermometer:
            return [box(6, 82, 40, 16, 8, fill: "#c4ccd3"), box(40, 66, 192, 48, 22)] + screen(112, 74, 74, 32, "36.6")
                + [dot(208, 90, 8)]
        case .foreheadThermometer:
            return [line("M84 78l-14 88h48l14-76z"), box(28, 24, 176, 60, 26)] + screen(112, 34, 72, 40, "36.6") + [
                dot(44, 54, 9), dot(98, 116, 8),
            ]
        case .floorScale: return [box(30, 14, 180, 152, 20)] + screen(76, 26, 88, 36, "72.4")
        case .bodyScale:
            return [box(30, 14, 180, 152, 20)] + screen(76, 26, 88, 36, "72.4") + [
                box(48, 76, 30, 76, 12, fill: "#c4ccd3"), box(162, 76, 30, 76, 12, fill: "#c4ccd3"),
            ]
        case .unnamed: return [box(58, 20, 124, 140, 18)] + screen(76, 38, 88, 52, "?") + [dot(120, 126, 12)]
        }
    }

    private static func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ radius: Int, fill: String? = nil)
        -> String
    {
        #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" rx="\#(radius)"\#(filled(fill))/>"#
    }

    private static func ellipse(_ x: Int, _ y: Int, _ width: Int, _ height: Int, fill: String? = nil) -> String {
        #"<ellipse cx="\#(x)" cy="\#(y)" rx="\#(width)" ry="\#(height)"\#(filled(fill))/>"#
    }

    private static func dot(_ x: Int, _ y: Int, _ radius: Int) -> String {
        ellipse(x, y, radius, radius, fill: "#2f6f9f")
    }

    private static func line(_ path: String, open isOpen: Bool = false) -> String {
        #"<path d="\#(path)"\#(filled(isOpen ? "none" : nil))/>"#
    }

    /// A display with a value.
    private static func screen(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ value: String) -> [String] {
        let size = min(height * 7 / 10, width * 10 / (7 * max(3, value.count)))
        return [
            box(x, y, width, height, 4, fill: "#cfe0c8"),
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
            // Nothing else below a space may stand in XML.
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }.joined()
    }
}

/// The form of a device as drawings show it.
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

    /// The models that look different, by peripheral ID.
    private static let models: [Int: PeripheralForm] = [
        1: .foreheadThermometer, 10_001: .wristOximeter, 10_020: .bodyScale, 10_052: .foreheadThermometer,
        10_053: .bodyScale, 10_081: .bodyScale, 10_091: .ring,
    ]

    /// Finds the form of a model; an operator's own entry looks like its kind.
    init(_ peripheral: Peripheral) {
        self = Self.models[peripheral.id] ?? Self.kinds[peripheral.type] ?? .unnamed
    }
}
