package import DisplayLayouts
package import Pixels

/// What is to be read from an image.
package struct ReadingRequest: Sendable {
    /// The layouts that the display may have; several where only the kind, or nothing, is known.
    package let layouts: [DisplayLayout]
    /// The unit that the meter is set to, as the layout names it; nil lets the reading decide.
    package let unit: String?
    /// Where the display is, such as the overlay's frame, in the image's pixels; nil reads the whole image.
    package let box: PixelRect?

    /// Makes a request from its parts.
    package init(layouts: [DisplayLayout], unit: String? = nil, box: PixelRect? = nil) {
        self.layouts = layouts
        self.unit = unit
        self.box = box
    }

    /// The layouts with what a meter of any kind can be: a blood pressure monitor by its three rows, else a number.
    var expandedLayouts: [DisplayLayout] {
        layouts.flatMap { layout in
            layout.kind == .any && layout == .standard(.any) ? [.standard(.bloodPressure), layout] : [layout]
        }
    }
}
