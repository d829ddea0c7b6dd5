package import DisplayLayouts
package import DisplayPeripherals
package import Pixels

/// What is to be recognised in a picture.
package struct RecognitionRequest: Sendable, Hashable {
    /// The layout of the display.
    package var layout: DisplayLayout
    /// The unit that the meter is set to; nil lets the display tell, and takes the default one where it does not.
    package var unit: DisplayUnit?
    /// Where the display is, in pixels of the upright picture as it came; nil for anywhere.
    package var box: PixelRect?

    /// Asks for any meter of a kind.
    package init(_ kind: DisplayKind, unit: DisplayUnit? = nil, box: PixelRect? = nil) {
        layout = .standard(kind)
        self.unit = unit
        self.box = box
    }

    /// Asks for a peripheral.
    package init(_ peripheral: DisplayPeripheral, unit: DisplayUnit? = nil, box: PixelRect? = nil) {
        layout = peripheral.layout
        self.unit = unit
        self.box = box
    }
}
