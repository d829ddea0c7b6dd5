package import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// A row of a decoder's tests: frames and what they have to say, as `Tests/Radio/DeviceCodecsTests` reads it.
package struct CaptureFixture: Hashable, Sendable {
    /// The most rows of a capture.
    static let most = 50

    /// The row's id.
    package let id: String
    /// The row as a JSON object on one line.
    package let json: String

    /// The rows of a capture.
    ///
    /// Where a known driver decodes the frames, its answers are the expected values, but only if some of them are on the
    /// display. For any other driver name the expected values are those of the display: a test that fails until the new
    /// decoder is right.
    ///
    /// - Parameters:
    ///   - driver: The driver; nil takes the one that agrees best with the display.
    ///   - shown: The values on the display; nil takes those of the capture.
    ///   - name: The beginning of the ids.
    /// - Throws: `CodecError` `invalid` without frames, without shown values, or if nothing agrees with them.
    package static func rows(
        of capture: Capture,
        driver: String?,
        shown: String?,
        name: String
    ) throws(CodecError) -> [CaptureFixture] {
        let text = shown ?? capture.shown ?? ""
        let values = ShownValues(text)
        guard !values.values.isEmpty else {
            let words = "a test needs what the display showed: give it, as --shown '128/82 pulse 71'"
            throw CodecError(.invalid, message: words)
        }
        let findings = CaptureCheck(capture, shown: text).families
        let source = RowSource(capture: capture, shown: text, name: name)
        if let driver, !DriverTable.families.contains(where: { $0.name == driver.lowercased() }) {
            return try source.rows(ofNewDriver: driver, values: values, capture: capture)
        }
        let wanted = driver?.lowercased()
        guard let best = findings.first(where: { wanted == nil || $0.family == wanted }), best.agreement > 0 else {
            let who = wanted.map { "the driver \($0)" } ?? "a known driver"
            let words = "\(who) does not find the display's values in the frames: name a new driver by --driver"
            throw CodecError(.invalid, message: words)
        }
        return source.rows(of: best)
    }

    /// The rows as a JSON list, one a line, as the tests' file has them.
    package static func text(_ rows: [CaptureFixture]) -> String {
        "[\n" + rows.map { "  " + $0.json }.joined(separator: ",\n") + "\n]"
    }
}

/// What all rows of a capture share.
private struct RowSource: Sendable {
    private let model: String?
    private let name: String
    private let origin: String

    init(capture: Capture, shown: String, name: String) {
        model = capture.model
        self.name = name
        origin = "vitalbus capture, \(capture.made.prefix(10)); the display showed \(shown)"
    }

    /// Rows of a known driver: those that agree best come first.
    func rows(of finding: FamilyFinding) -> [CaptureFixture] {
        let sorted = finding.decoded.enumerated().sorted {
            ($1.element.agreement, $0.offset) < ($0.element.agreement, $1.offset)
        }
        return sorted.prefix(CaptureFixture.most).enumerated().map { index, one in
            let decoded = one.element
            return row(index, driver: finding.family, frames: decoded.frames, expected: decoded.content.json)
        }
    }

    /// One row for each characteristic that no standard codec reads; the display says what is expected.
    func rows(
        ofNewDriver driver: String,
        values: ShownValues,
        capture: Capture
    ) throws(CodecError) -> [CaptureFixture] {
        let check = CaptureCheck(capture)
        let read = Set(check.characteristics.map(\.uuid))
        let notified = Set(capture.events.filter { $0.kind == .notified }.compactMap(\.characteristic))
        let sources = FrameSource.all(of: capture).filter { source in
            source.characteristic.map { notified.contains($0) && !read.contains($0) } ?? true
        }
        guard !sources.isEmpty else {
            throw CodecError(.invalid, message: "the capture has no frames of a maker's protocol")
        }
        return sources.prefix(CaptureFixture.most).enumerated().map { index, source in
            row(index, driver: driver.lowercased(), frames: source.frames, expected: Self.expected(values))
        }
    }

    private func row(_ index: Int, driver: String, frames: [[UInt8]], expected: String) -> CaptureFixture {
        let id = "\(name)-\(index + 1)"
        let hex = frames.map { Self.quoted(Hexadecimal.digits($0)) }.joined(separator: ", ")
        var parts = ["\"id\": \(Self.quoted(id))", "\"driver\": \(Self.quoted(driver))"]
        if let model { parts.append("\"model\": \(Self.quoted(model))") }
        parts += [
            "\"frames\": [\(hex)]", "\"expected\": \(expected)", "\"origin\": \"captured\"",
            "\"source\": \(Self.quoted(origin))",
        ]
        return CaptureFixture(id: id, json: "{\(parts.joined(separator: ", "))}")
    }

    /// The display's values as a JSON object; those without a name are a list.
    private static func expected(_ shown: ShownValues) -> String {
        var fields = shown.values.compactMap { value in value.name.map { "\(quoted($0)): \(value.number)" } }
        if let unit = shown.values.first(where: { $0.name == "value" || $0.name == "weight" })?.unit {
            fields.append("\"unit\": \(quoted(unit))")
        }
        let unnamed = shown.values.filter { $0.name == nil }.map { "\($0.number)" }
        if !unnamed.isEmpty { fields.append("\"values\": [\(unnamed.joined(separator: ", "))]") }
        return "{\(fields.joined(separator: ", "))}"
    }

    /// A text as JSON.
    private static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // Absent is nil: a string can always be written.
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
