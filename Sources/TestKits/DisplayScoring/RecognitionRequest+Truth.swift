internal import DisplayLayouts
package import PhotoReading
package import Pixels

extension RecognitionRequest {
    /// What is asked for a display.
    ///
    /// A scale's unit is told, as its owner sets it once; it stands on no display in characters that are read.
    package init(_ truth: DisplayTruth, box: PixelRect?) {
        let unit = truth.kind == .weightScale ? truth.unit.flatMap { DisplayUnit.named($0) } : nil
        self.init(truth.kind, unit: unit, box: box)
    }
}
