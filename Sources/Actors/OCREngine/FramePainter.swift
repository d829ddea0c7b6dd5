internal import BusContract
internal import DisplayPeripherals
internal import DisplayReading
internal import Leptonica
internal import OCRTools
internal import PhotoReading
internal import Pixels
internal import VitalRecords

/// Draws a small preview of a frame with the overlay, the display found, and the reading so far.
struct FramePainter: Sendable {
    /// The longer side in pixels and the JPEG quality of a preview.
    private static let form = (side: 640, quality: 70)
    private static let white: PixelCanvas.Color = (255, 255, 255)
    private static let green: PixelCanvas.Color = (0, 255, 0)
    private static let yellow: PixelCanvas.Color = (255, 220, 0)
    private static let magenta: PixelCanvas.Color = (255, 0, 255)

    let overlay: DisplayOverlay
    /// The requested box of the display in pixels of the original frame; nil for the overlay's default position.
    let box: OrientedBox?

    /// Draws a frame; nil if it has no pixels.
    ///
    /// - Parameters:
    ///   - picture: The recognition result of the frame.
    ///   - opened: The frame.
    ///   - text: The reading so far, rows separated by line feeds.
    func drawn(_ picture: RecognisedPicture, in opened: OpenedPicture, text: String) -> DrawnPreview? {
        guard let small = Self.small(opened.color) else { return nil }
        let scale = Double(small.width) / Double(opened.color.width * opened.scale)
        let frame = frame(scale, width: small.width, height: small.height)
        let display = picture.display?.scaled(by: scale)
        let hints = AimHints(picture, display: display, frame: frame, angle: box?.angle ?? 0)
        var canvas = PixelCanvas(small)
        dim(around: frame, on: &canvas, width: small.width, height: small.height)
        if let box, box.angle != 0 {
            // The overlay's lines fit only an upright display.
            canvas.outline(box.scaled(by: scale), thickness: 2, color: Self.white)
        } else {
            lay(frame, on: &canvas)
        }
        let found: PixelCanvas.Color = picture.refusal == nil ? Self.green : Self.yellow
        if let display { canvas.outline(display, thickness: 2, color: found) }
        for row in picture.rows { canvas.outline(row.box.scaled(by: scale), thickness: 1, color: found) }
        if let glare = picture.glare.box {
            canvas.outline(OrientedBox(glare).scaled(by: scale), thickness: 2, color: Self.magenta)
        }
        let size = max(1, small.width / 220)
        if let hint = hints.words.first {
            canvas.write(
                hint.rawValue,
                x: 2 * size,
                y: 2 * size,
                size: size,
                color: hint == .hold ? Self.green : Self.yellow
            )
        }
        let read = text.split(separator: "\n").joined(separator: " / ")
        if !read.isEmpty {
            canvas.write(read, x: 2 * size, y: small.height - 9 * size, size: size, color: found)
        }
        // Absent is nil: a later frame gets a preview.
        guard let image = canvas.image, let bytes = try? ImageFile.jpeg(image, quality: Self.form.quality) else {
            return nil
        }
        return DrawnPreview(
            picture: bytes,
            width: small.width,
            height: small.height,
            frame: PictureArea(frame),
            display: Self.area(display, width: small.width, height: small.height),
            hints: hints.words
        )
    }

    /// The hints and areas of a frame's preview, without drawing it; nil if it has no pixels.
    func aim(_ picture: RecognisedPicture, in opened: OpenedPicture) -> FrameAim? {
        guard let (width, height) = Self.size(opened.color) else { return nil }
        let scale = Double(width) / Double(opened.color.width * opened.scale)
        let frame = frame(scale, width: width, height: height)
        let display = picture.display?.scaled(by: scale)
        return FrameAim(
            width: width,
            height: height,
            frame: PictureArea(frame),
            display: Self.area(display, width: width, height: height),
            hints: AimHints(picture, display: display, frame: frame, angle: box?.angle ?? 0).words
        )
    }

    private static func area(_ display: OrientedBox?, width: Int, height: Int) -> PictureArea? {
        let bounds = display?.bounds.clamped(width: width, height: height)
        return bounds.flatMap { $0.width > 0 && $0.height > 0 ? PictureArea($0) : nil }
    }

    /// A preview's size; nil for an image without pixels.
    private static func size(_ image: ColorImage) -> (width: Int, height: Int)? {
        let longest = max(image.width, image.height)
        guard min(image.width, image.height) > 0 else { return nil }
        guard longest > form.side else { return (image.width, image.height) }
        return (max(1, image.width * form.side / longest), max(1, image.height * form.side / longest))
    }

    private static func small(_ image: ColorImage) -> ColorImage? {
        guard let (width, height) = size(image) else { return nil }
        return width == image.width ? image : image.resized(width: width, height: height)
    }

    /// The target area of the display in the preview.
    private func frame(_ scale: Double, width: Int, height: Int) -> PixelRect {
        place(scale, width: width, height: height).clamped(width: width, height: height)
    }

    /// The overlay's frame in the preview, or the requested box; for a rotated box, the rectangle before its rotation.
    private func place(_ scale: Double, width: Int, height: Int) -> PixelRect {
        guard let box else { return overlay.frame(width: width, height: height) }
        guard box.angle == 0 else { return box.scaled(by: scale).bounds }
        return PixelRect(
            x: Int(clamping: (box.center.x - box.width / 2) * scale),
            y: Int(clamping: (box.center.y - box.height / 2) * scale),
            width: Int(clamping: box.width * scale),
            height: Int(clamping: box.height * scale)
        )
    }

    /// Dims everything outside the frame.
    private func dim(around frame: PixelRect, on canvas: inout PixelCanvas, width: Int, height: Int) {
        let (bottom, right) = (frame.y + frame.height, frame.x + frame.width)
        for part in [
            PixelRect(x: 0, y: 0, width: width, height: frame.y),
            PixelRect(x: 0, y: bottom, width: width, height: height - bottom),
            PixelRect(x: 0, y: frame.y, width: frame.x, height: frame.height),
            PixelRect(x: right, y: frame.y, width: width - right, height: frame.height),
        ] {
            canvas.blend(part, color: (0, 0, 0), share: 0.35)
        }
    }

    /// Draws the overlay's lines, digits and labels.
    private func lay(_ frame: PixelRect, on canvas: inout PixelCanvas) {
        guard frame.width > 1, frame.height > 1 else { return }
        for bar in overlay.bars(frame) {
            let part = PixelRect(
                x: Int(clamping: bar.x.rounded()),
                y: Int(clamping: bar.y.rounded()),
                width: max(1, Int(clamping: bar.width.rounded())),
                height: max(1, Int(clamping: bar.height.rounded()))
            )
            // The digits behind the overlay must stay visible.
            canvas.blend(part, color: Self.white, share: bar.opacity < 0.7 ? 0.2 : bar.opacity * 0.9)
        }
        for mark in overlay.marks {
            let size = max(1, Int(clamping: mark.height * Double(frame.height) / 9))
            let left = Double(frame.x) + mark.x * Double(frame.width)
            let x = Int(left) - (mark.endsThere ? 6 * size * mark.text.count : 0)
            let y = Int(clamping: Double(frame.y) + mark.y * Double(frame.height))
            canvas.write(mark.text, x: max(size, x), y: max(size, y), size: size, color: Self.white)
        }
    }
}
