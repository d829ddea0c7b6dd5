internal import DeviceCaptures
internal import DeviceCodecs

/// The output of `vitalbus capture check`.
struct CaptureReport: Encodable {
    /// A protocol of advertisements.
    struct Advert: Encodable {
        let `protocol`: String
        let source: String
        let frames: Int
        let results: [String]
        let error: String?
    }

    /// A standard characteristic.
    struct Characteristic: Encodable {
        let uuid: String
        let name: String
        let frames: Int
        let decoded: Int
        let example: String?
        let error: String?
    }

    /// A manufacturer's protocol.
    struct Family: Encodable {
        let driver: String
        let source: String
        let frames: Int
        let decoded: Int
        /// How many values of the display the best frame has.
        let shown: Int
        let example: String?
    }

    /// The most families that people see.
    private static let most = 5

    let made: String
    let device: String?
    let shown: String?
    let events: [String: Int]
    let models: [String]
    let adverts: [Advert]
    let characteristics: [Characteristic]
    let families: [Family]

    init(_ capture: Capture, check: CaptureCheck, shown: String?) {
        made = capture.made
        device = capture.device.name
        self.shown = shown ?? capture.shown
        events = Dictionary(capture.events.map { ($0.kind.rawValue, 1) }, uniquingKeysWith: +)
        models = check.models.map { "\($0.id) \($0.name)" }
        adverts = check.adverts.map {
            Advert(
                protocol: $0.speaks.rawValue,
                source: $0.source,
                frames: $0.frames,
                results: $0.results,
                error: $0.error
            )
        }
        characteristics = check.characteristics.map {
            Characteristic(
                uuid: $0.uuid.assigned ?? $0.uuid.description,
                name: $0.name,
                frames: $0.frames,
                decoded: $0.decoded,
                example: $0.example,
                error: $0.error
            )
        }
        families = check.families.map { finding in
            let best = finding.decoded.first { $0.agreement == finding.agreement }
            return Family(
                driver: finding.family,
                source: finding.source,
                frames: finding.frames,
                decoded: finding.decoded.reduce(0) { $0 + $1.frames.count },
                shown: finding.agreement,
                example: best?.content.json
            )
        }
    }

    /// The findings for people.
    var lines: [String] {
        let counts = events.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        var lines = ["\(made) \(device ?? "without a name"): \(counts.isEmpty ? "no events" : counts)"]
        lines.append(shown.map { "display: \($0)" } ?? "display: unknown; give it by --shown")
        lines += models.isEmpty ? ["model: not in the catalogue"] : models.prefix(Self.most).map { "model: \($0)" }
        lines += adverts.map { advert in
            let words =
                advert.results.isEmpty
                ? advert.error ?? "no settled measurement" : advert.results.joined(separator: ", ")
            return "\(advert.source): \(advert.protocol), \(words)"
        }
        lines += characteristics.map { one in
            "\(one.uuid) \(one.name): \(one.decoded) of \(one.frames) decoded, \(one.example ?? one.error ?? "")"
        }
        return lines + familyLines
    }

    private var familyLines: [String] {
        guard !families.isEmpty else { return ["no manufacturer's protocol of 'vitalbus decode --drivers' fits"] }
        let agreeing = families.filter { $0.shown > 0 }
        guard agreeing.isEmpty else { return agreeing.prefix(Self.most).map(Self.line) }
        let words = shown == nil ? "may fit" : "decode frames, but without the display's values"
        let names = families.prefix(Self.most).map { "\($0.driver) (\($0.source))" }.joined(separator: ", ")
        return ["\(words): \(names)"]
    }

    private static func line(_ one: Family) -> String {
        "\(one.source): \(one.driver) decodes \(one.decoded) of \(one.frames) and finds \(one.shown) shown values, "
            + (one.example ?? "")
    }
}
