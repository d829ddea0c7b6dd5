internal import Pixels

extension Overlay {
    /// The overlay as an SVG file for a preview of a size in pixels; what is outside of the frame is dimmed.
    ///
    /// The fields' names stand above their digits. Empty sides give a picture without anything.
    package func svg(width: Int, height: Int) -> String {
        let frame = frame(width: width, height: height)
        let (whole, rest) = (max(width, 0), max(height, 0))
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(whole)" height="\#(rest)" "#
                + #"viewBox="0 0 \#(whole) \#(rest)">"#
        ]
        if frame.width > 0 {
            let inner = "M\(frame.x) \(frame.y)h\(frame.width)v\(frame.height)h-\(frame.width)z"
            lines.append(
                #"<path fill="black" fill-opacity="0.35" fill-rule="evenodd" "#
                    + #"d="M0 0h\#(whole)v\#(rest)h-\#(whole)z\#(inner)"/>"#
            )
            lines.append(#"<g fill="white">"#)
            for bar in bars(frame) {
                let place = #"x="\#(Self.short(bar.x))" y="\#(Self.short(bar.y))""#
                let size = #"width="\#(Self.short(bar.width))" height="\#(Self.short(bar.height))""#
                lines.append(#"<rect \#(place) \#(size) fill-opacity="\#(Self.short(bar.opacity))"/>"#)
            }
            for slot in slots { lines.append(name(slot, frame)) }
            lines.append("</g>")
        }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private func name(_ slot: OverlaySlot, _ frame: PixelRect) -> String {
        let size = max(6, slot.height * Double(frame.height) * 0.16)
        let x = Double(frame.x) + slot.x * Double(frame.width)
        let y = Double(frame.y) + slot.y * Double(frame.height) - size * 0.2
        let style = #"font-family="sans-serif" font-size="\#(Self.short(size))""#
        return #"<text x="\#(Self.short(x))" y="\#(Self.short(y))" \#(style)>\#(slot.key.uppercased())</text>"#
    }

    /// A number with at most two digits behind the point.
    private static func short(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let sign = hundredths < 0 ? "-" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
