internal import Pixels

extension Overlay {
    /// The overlay as an SVG file for a preview of a size in pixels; what is outside of the frame is dimmed.
    ///
    /// Words stand where the display has them, else above their digits. Empty sides give a picture without anything.
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
            for mark in marks { lines.append(word(mark, frame)) }
            lines.append("</g>")
        }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private func word(_ mark: OverlayMark, _ frame: PixelRect) -> String {
        let size = max(6, mark.height * Double(frame.height))
        let x = Double(frame.x) + mark.x * Double(frame.width)
        let y = Double(frame.y) + mark.y * Double(frame.height) + size
        let style = #"font-family="sans-serif" font-size="\#(Self.short(size))""#
        let anchor = mark.endsThere ? #" text-anchor="end""# : ""
        return
            #"<text x="\#(Self.short(x))" y="\#(Self.short(y))" \#(style)\#(anchor)>\#(Self.escaped(mark.text))</text>"#
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }
        .joined()
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
