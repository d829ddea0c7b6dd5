import VitalRecords

extension FrameVote {
    /// The limit of doubts about single frames that are reported for all of them.
    private static let mostDoubts = 2

    /// The reasons why the frames do not yet give a reading; empty if and only if they do.
    func waits(for rows: [VotedRow], confidence: Double) -> [ReadingDoubt] {
        guard !rows.isEmpty, kept != nil else { return [.fewFrames] }
        var waits = disagreement(with: rows)
        if waits.isEmpty { waits = unsureFrames(with: rows) }
        if waits.isEmpty, confidence < rules.confidence || rows.contains(where: { $0.margin < rules.margin }) {
            waits = [areAlike ? .framesAlike : .unsure]
        }
        return waits.isEmpty && !isPlausible(fields(of: rows)) ? [.unusualValue] : waits
    }

    /// The fields of voted rows.
    func fields(of rows: [VotedRow]) -> [CompletedReading.Field] {
        rows.map { row in
            CompletedReading.Field(name: row.field, text: row.text, confidences: row.places.map(\.probability))
        }
    }

    /// The doubt that the frames disagree; empty if enough of the last frames, including the newest, show exactly the
    /// voted reading.
    private func disagreement(with rows: [VotedRow]) -> [ReadingDoubt] {
        let numbers = Set(agreeingBallots(with: rows).map(\.number))
        let recent = ballots.suffix(max(rules.recent, rules.agreeing))
        let others = recent.count { !numbers.contains($0.number) }
        guard let newest = recent.last, numbers.contains(newest.number), recent.count - others >= rules.agreeing else {
            return [others > 0 ? .framesDisagree : .fewFrames]
        }
        return []
    }

    /// The most frequent doubts about frames with the voted reading; empty if enough of them would be accepted by
    /// themselves.
    private func unsureFrames(with rows: [VotedRow]) -> [ReadingDoubt] {
        let sure = agreeingBallots(with: rows).count { $0.isAccepted }
        let isEnough = sure >= rules.accepted && Double(sure) >= rules.acceptedShare * Double(ballots.count)
        guard !isEnough else { return [] }
        var counts: [ReadingDoubt: Int] = [:]
        for doubt in ballots.flatMap(\.doubts) { counts[doubt, default: 0] += 1 }
        let ranked = ReadingDoubt.known.filter { counts[$0] != nil }.sorted { counts[$0] ?? 0 > counts[$1] ?? 0 }
        // Certain frames show another reading than the voted one.
        return ranked.isEmpty ? [.framesDisagree] : Array(ranked.prefix(Self.mostDoubts))
    }

    /// Whether the frames are worth hardly more than a single one.
    private var areAlike: Bool { Double(ballots.count) * scale < 1.5 }
}
