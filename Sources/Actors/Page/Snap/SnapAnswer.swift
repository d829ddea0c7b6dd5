internal import BusContract
internal import MessageBus
internal import VitalRecords

/// The recognised display as the browser shows it; only a user who may confirm values gets them.
struct SnapAnswer: Encodable, Equatable {
    /// One value, which the person can correct.
    struct Value: Encodable, Equatable {
        let metric: String
        let name: String
        /// The number as a person would type it.
        let plain: String
        let unit: String
        let ucum: String
        /// The physiological range in this unit; nil if any value is possible.
        let low: String?
        let high: String?
    }

    /// The state of recognition: `waiting`, `read`, `none` or `ended`.
    let state: State
    /// Why there is no reading, or the reading's outcome, in words.
    var words: String?
    /// The display's rows joined into one line.
    var text: String?
    /// The confidence, in words.
    var sure: String?
    /// The doubts, each a sentence with advice.
    var doubts: [String] = []
    var values: [Value] = []
    /// The display's area in the picture.
    var display: PictureArea?
    /// The area of a reflection.
    var glare: PictureArea?
    /// The key of the held reading; nil if there is none.
    var reading: String?
    /// The address of the cropped display.
    var crop: String?

    enum State: String, Encodable {
        case waiting, read, none, ended
    }
}

/// Turns a worker's result into text.
struct SnapWords {
    let language: PageTexts.Language

    /// The answer for a photo's job.
    func answer(_ job: OCRJob) -> SnapAnswer {
        switch job.state {
        case .done: break
        case .failed, .cancelled:
            let words = language["snap.failed", ["why": job.error?.message ?? job.state.rawValue]]
            return SnapAnswer(state: .none, words: words)
        default: return SnapAnswer(state: .waiting)
        }
        guard let seen = job.result else { return SnapAnswer(state: .none, words: language["snap.nothing"]) }
        return answer(seen, key: job.readingKey, isHeld: job.held ?? (seen.crop != nil))
    }

    /// The answer for a display that was read.
    ///
    /// - Parameter isHeld: Whether its reading waits for a person's decision; false if no reading is kept.
    func answer(_ seen: DisplayResult, key: ReadingKey, isHeld: Bool) -> SnapAnswer {
        var answer = look(seen, state: .read)
        if let refused = seen.refused {
            return SnapAnswer(
                state: .none,
                words: language["snap.refused", ["why": language.word(refused.rawValue, of: "refused")]],
                text: answer.text,
                display: seen.display,
                glare: seen.glare?.area
            )
        }
        answer.values = seen.fields.compactMap(\.measurement).map(value)
        guard !answer.values.isEmpty else { return SnapAnswer(state: .none, words: language["snap.nothing"]) }
        if isHeld { answer.reading = key.rawValue } else { answer.words = language["snap.notStored"] }
        answer.crop = seen.crop.map { "/held/\(key.rawValue.escaped)/picture?sha256=\($0.sha256)&size=\($0.size)" }
        return answer
    }

    /// The answer for a partial result.
    func look(_ seen: DisplayResult, state: SnapAnswer.State) -> SnapAnswer {
        let rows = seen.text.split(separator: "\n").joined(separator: " / ")
        return SnapAnswer(
            state: state,
            text: rows.isEmpty ? nil : rows,
            sure: seen.refused == nil ? language["snap.sure", ["percent": percent(seen.confidence)]] : nil,
            doubts: sentences(seen.reasons),
            display: seen.display,
            glare: seen.glare?.area
        )
    }

    /// Doubts as sentences in the language; unknown codes of a newer version stay as they are.
    func sentences(_ doubts: [ReadingDoubt]?) -> [String] {
        (doubts ?? []).map { language.words["doubt.\($0.rawValue)"] ?? $0.sentence }
    }

    /// A share as a percentage, which shows 100 only for certainty.
    private func percent(_ share: Double) -> String {
        let tenths = Int(clamping: (share * 1_000 + 1e-6).rounded(.down))
        return language.number("\(tenths / 10).\(tenths % 10)")
    }

    private func value(_ measured: Measurement) -> SnapAnswer.Value {
        let metric = MetricTable.metric(named: measured.metric)
        func edge(_ number: DecimalNumber?) -> String? {
            guard let metric, let number else { return nil }
            // Absent is nil: a unit that does not convert has no range here.
            return (try? metric.convert(number, from: metric.canonicalUnit.ucum, to: measured.unit)).map { "\($0)" }
        }
        return SnapAnswer.Value(
            metric: measured.metric.rawValue,
            name: language.word(measured.metric.rawValue, of: "metric"),
            plain: "\(measured.value)",
            unit: TileValues.symbol(measured),
            ucum: measured.unit,
            low: edge(metric?.plausibleRange?.lowerBound),
            high: edge(metric?.plausibleRange?.upperBound)
        )
    }
}
