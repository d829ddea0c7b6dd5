/// How much of an image is taken, and how large it is wanted.
package struct ImageLimits: Hashable, Sendable {
    /// No file of more pixels is read, whatever ``mostPixels`` says.
    package static let hardPixels = 200_000_000

    /// The largest file, in bytes.
    package var mostBytes = 32 << 20
    /// The longest side, in pixels.
    package var longestSide = 20_000
    /// The most pixels of a file; more than ``hardPixels`` counts as that.
    package var mostPixels = 60_000_000
    /// The most pixels of a file that is only decoded as a whole: any but a JPEG that is not progressive.
    package var mostPixelsAtOnce = 24_000_000
    /// How long the longer side of the result is to be at least, in pixels; nil for as it is in the file.
    ///
    /// The image is reduced to a half, a quarter or an eighth as long as it stays so long; a JPEG takes less memory then.
    package var wantedSide: Int?
    /// Whether a JPEG is taken that is whole but says things that its decoder warns of, as those of webcams do.
    package var acceptsWarnings = false

    /// The usual limits.
    package init() {}

    /// The usual limits, with the result's longer side at least so long where the file's is.
    package init(wantedSide: Int?) {
        self.wantedSide = wantedSide
    }

    /// By what each side is divided: 1, 2, 4 or 8.
    func reduction(_ width: Int, _ height: Int) -> Int {
        guard let wantedSide else { return 1 }
        return [8, 4, 2].first { max(width, height) / $0 >= max(wantedSide, 1) } ?? 1
    }
}
