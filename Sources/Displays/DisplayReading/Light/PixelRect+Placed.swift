import Pixels

extension PixelRect {
    /// The part moved, then made so many times as large.
    func placed(x left: Int, y top: Int, scale: Int) -> PixelRect {
        PixelRect(x: (x + left) * scale, y: (y + top) * scale, width: width * scale, height: height * scale)
    }
}
