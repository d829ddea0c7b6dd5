internal import BusContract
internal import MessageBus
internal import VitalRecords

/// What a display shows, as the browser puts it before a person; values are for who confirms them alone.
struct SnapAnswer: Encodable, Equatable {
    /// One value, to be changed where it is wrong.
    struct Value: Encodable, Equatable {
        let metric: String
        let name: String
        /// The number as it is typed.
        let plain: String
        let unit: String
        let ucum: String
        /// What a living person can have, in this unit; nil where any value is possible.
        let low: String?
        let high: String?
    }

    /// Whether it is still read: `waiting`, `read`, `none` or `ended`.
    let state: State
    /// Why there is no reading, or what becomes of it.
    var words: String?
    /// The rows of the display, on one line.
    var text: String?
    /// How sure it is, in words.
    var sure: String?
    /// What is doubted, each a sentence with its way out.
    var doubts: [String] = []
    var values: [Value] = []
    /// Where the display is in the picture.
    var display: PictureArea?
    /// Where a reflection is.
    var glare: PictureArea?
    /// The key of a reading that waits for a person; nil where nothing does.
    var reading: String?
    /// Where the display cut out is.
    var crop: String?

    enum State: String, Encodable {
        case waiting, read, none, ended
    }
}

/// Puts what a worker saw into words.
struct SnapWords {
    let language: PageTexts.Language

    /// What became of a photo.
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

    /// What a display shows once it is read.
    ///
    /// - Parameter isHeld: Whether its reading waits for a person; false where nothing of it is kept.
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

    /// What is seen so far.
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

    /// Doubts as sentences of the language; those of a newer version in its words.
    func sentences(_ doubts: [ReadingDoubt]?) -> [String] {
        (doubts ?? []).map { language.words["doubt.\($0.rawValue)"] ?? $0.sentence }
    }

    /// Almost certain is not shown as certain.
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
