package import DisplayLayouts

/// The appearance of a meter's display as far as it is known; overlays are drawn from it.
///
/// A `DisplayLayout` describes what a display shows and how to read it; the face shows a person with a camera where it
/// is.
package enum DisplayFace: Sendable, Hashable {
    /// Positions and proportions were measured on this model.
    case measured(MeasuredFace)
    /// The rows and the words next to them are this model's; sizes are those of the kind.
    case rows(DisplayArrangement, words: [String: String])
    /// Nothing is known for certain, so it is drawn like any display of its kind.
    case kind

    /// The word for the bus and for people: `model`, `rows` or `kind`.
    package var word: String {
        switch self {
        case .measured: "model"
        case .rows: "rows"
        case .kind: "kind"
        }
    }

    /// The accuracy of such a display's overlay, in a few words.
    package var meaning: String {
        switch self {
        case .measured: "the model's own"
        case .rows: "the model's rows, the kind's proportions"
        case .kind: "the kind's, because this model's is unknown"
        }
    }
}

/// The measured positions on a model's display, as shares of its width and height from the upper left.
package struct MeasuredFace: Sendable, Hashable {
    /// The position of a value's digits, with room for all its values.
    package struct Place: Sendable, Hashable {
        /// The field's key.
        package let key: String
        /// The left edge.
        package let x: Double
        /// The upper edge.
        package let y: Double
        /// The width.
        package let width: Double
        /// The height.
        package let height: Double

        /// Creates a place.
        package init(_ key: String, x: Double, y: Double, width: Double, height: Double) {
            self.key = key
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The display's aspect ratio, width over height.
    package let aspect: Double
    /// The positions of the values in reading order.
    package let places: [Place]
    /// The words on and next to the display.
    package let marks: [OverlayMark]
    /// The separate windows of the display; empty for a single one.
    package let windows: [OverlayWindow]

    /// Creates a face.
    package init(aspect: Double, places: [Place], marks: [OverlayMark], windows: [OverlayWindow] = []) {
        self.aspect = aspect
        self.places = places
        self.marks = marks
        self.windows = windows
    }
}

extension DisplayFace {
    /// The known faces by peripheral ID; any other model is ``kind``.
    ///
    /// A row needs measurements, or the manufacturer's own product pictures. A guess would send a person to the wrong
    /// place.
    static let known: [Int: DisplayFace] = [
        10_530: .measured(omronM7), 10_531: .measured(watchBPHome), 10_540: .measured(ultraEasy),
        // A&D UA-651BLE, Beurer BM85 and BM57: three rows in one window.
        10_040: .rows(stacked, words: cuff), 10_050: .rows(stacked, words: cuff), 10_051: .rows(stacked, words: cuff),
        // Omron X4 Smart, and the manufacturer's other cuffs.
        10_070: .rows(stacked, words: ["sys": "SYS mmHg", "dia": "DIA mmHg", "pul": "PULSE /min"]),
        10_071: .rows(stacked, words: ["sys": "SYS mmHg", "dia": "DIA mmHg", "pul": "PULSE /min"]),
        10_072: .rows(stacked, words: ["sys": "SYS mmHg", "dia": "DIA mmHg", "pul": "PULSE /min"]),
        // Viatom PC-60FW: saturation left, pulse rate right.
        10_090: .rows(DisplayArrangement([["spo2", "pr"]]), words: ["spo2": "SPO2 %", "pr": "PR BPM"]),
    ]

    private static let stacked = DisplayArrangement([["sys"], ["dia"], ["pul"]])
    private static let cuff = ["sys": "SYS mmHg", "dia": "DIA mmHg", "pul": "PUL /min"]

    /// Measured in one photo and compared with two others: two windows, with the words printed left of them and the
    /// clock right of the pulse.
    private static let omronM7 = MeasuredFace(
        aspect: 0.85,
        places: [
            MeasuredFace.Place("sys", x: 0.05, y: 0.06, width: 0.735, height: 0.275),
            MeasuredFace.Place("dia", x: 0.05, y: 0.395, width: 0.735, height: 0.27),
            MeasuredFace.Place("pul", x: 0.145, y: 0.783, width: 0.39, height: 0.152),
        ],
        marks: [
            OverlayMark("SYS", x: -0.05, y: 0.145, height: 0.055, endsThere: true),
            OverlayMark("mmHg", x: -0.05, y: 0.235, height: 0.045, endsThere: true),
            OverlayMark("DIA", x: -0.05, y: 0.475, height: 0.055, endsThere: true),
            OverlayMark("mmHg", x: -0.05, y: 0.56, height: 0.045, endsThere: true),
            OverlayMark("PULSE", x: -0.05, y: 0.825, height: 0.05, endsThere: true),
            OverlayMark("/min.", x: -0.05, y: 0.9, height: 0.045, endsThere: true),
            OverlayMark("0:00", x: 0.66, y: 0.84, height: 0.09),
        ],
        windows: [
            OverlayWindow(x: 0, y: 0.015, width: 1, height: 0.69),
            OverlayWindow(x: 0.025, y: 0.76, width: 0.965, height: 0.22),
        ]
    )

    /// The mean of four photos: three rows of equal height at the right, icons in the left third.
    ///
    /// The printing next to it is illegible there, so the words are the field names.
    private static let watchBPHome = MeasuredFace(
        aspect: 0.8,
        places: [
            MeasuredFace.Place("sys", x: 0.32, y: 0.21, width: 0.6, height: 0.225),
            MeasuredFace.Place("dia", x: 0.32, y: 0.45, width: 0.6, height: 0.225),
            MeasuredFace.Place("pul", x: 0.32, y: 0.7, width: 0.6, height: 0.225),
        ],
        marks: [
            OverlayMark("SYS", x: 0.08, y: 0.29, height: 0.07), OverlayMark("DIA", x: 0.08, y: 0.53, height: 0.07),
            OverlayMark("PUL", x: 0.08, y: 0.78, height: 0.07),
        ]
    )

    /// Measured in four photos: the value left; clock, date and unit in small characters right of it.
    private static let ultraEasy = MeasuredFace(
        aspect: 2.45,
        places: [MeasuredFace.Place("glucose", x: 0.155, y: 0.13, width: 0.46, height: 0.76)],
        marks: [
            OverlayMark("0:00", x: 0.66, y: 0.16, height: 0.19), OverlayMark("1-1", x: 0.66, y: 0.43, height: 0.19),
            OverlayMark(OverlayMark.unit, x: 0.64, y: 0.73, height: 0.16),
        ]
    )
}
