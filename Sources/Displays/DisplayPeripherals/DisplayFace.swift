package import DisplayLayouts

/// How a meter's display looks, as far as that is known: what an overlay is drawn from.
///
/// What a display shows and how it is read is its `DisplayLayout`; this is where it stands, for a person who aims.
package enum DisplayFace: Sendable, Hashable {
    /// The places and proportions of this model's display were measured.
    case measured(MeasuredFace)
    /// The rows and the words beside them are this model's, their sizes are the kind's.
    case rows(DisplayArrangement, words: [String: String])
    /// Nothing is known for certain: drawn as any display of its kind.
    case kind

    /// The word on the wire and for people: `model`, `rows` or `kind`.
    package var word: String {
        switch self {
        case .measured: "model"
        case .rows: "rows"
        case .kind: "kind"
        }
    }

    /// What the overlay of such a display is worth, in a few words.
    package var meaning: String {
        switch self {
        case .measured: "the model's own"
        case .rows: "the model's rows, the kind's proportions"
        case .kind: "the kind's, this model's is not known"
        }
    }
}

/// The measured places on a model's display; all numbers are shares of its width and height, from the upper left.
package struct MeasuredFace: Sendable, Hashable {
    /// Where the digits of a value stand, with room for all that it can have.
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

        /// Makes a place.
        package init(_ key: String, x: Double, y: Double, width: Double, height: Double) {
            self.key = key
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The display's width over its height.
    package let aspect: Double
    /// The values' places in reading order.
    package let places: [Place]
    /// Words on the display and beside it.
    package let marks: [OverlayMark]
    /// The glasses that it is made of; empty where it is one.
    package let windows: [OverlayWindow]

    /// Makes a face.
    package init(aspect: Double, places: [Place], marks: [OverlayMark], windows: [OverlayWindow] = []) {
        self.aspect = aspect
        self.places = places
        self.marks = marks
        self.windows = windows
    }
}
