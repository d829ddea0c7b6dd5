import DisplayReading
import Foundation

extension FrameVote {
    /// How much a ballot still counts, 0…1.
    func age(_ ballot: VoteBallot) -> Double {
        pow(0.5, (now - ballot.time) / max(rules.halfLife, .milliseconds(1)))
    }

    /// How many frames that err independently the ballots are worth, over what they would count by themselves.
    var scale: Double {
        let total = ballots.reduce(0) { $0 + age($1) }
        guard total > 0 else { return 0 }
        // Near-identical frames are together one.
        let different = ballots.reduce(0) { $0 + age($1) * $1.novelty }
        return discounted(max(different, ballots.map { age($0) }.max() ?? 0)) / total
    }

    func discounted(_ count: Double) -> Double {
        count <= 1 ? count : count / (1 + (count - 1) * rules.correlation)
    }

    /// The fields that at least half of the evidence has, in the newest order.
    func votedRows() -> [VotedRow] {
        let total = ballots.reduce(0) { $0 + age($1) }
        let scale = scale
        return fields.compactMap { field in
            let votes = ballots.compactMap { ballot in
                ballot.rows.first { $0.field == field }
                    .map { RowVote.Ballot(row: $0, reliability: ballot.reliability, weight: age(ballot)) }
            }
            guard 2 * votes.reduce(0, { $0 + $1.weight }) >= total else { return nil }
            return VotedRow(field: field, vote: RowVote(votes, coverage: rules.coveredCell), scale: scale)
        }
    }

    var fields: [String] {
        var known: [String] = []
        for ballot in ballots.reversed() {
            for row in ballot.rows where !known.contains(row.field) { known.append(row.field) }
        }
        return known
    }

    func agreeingBallots(with rows: [VotedRow]) -> [VoteBallot] {
        let texts = Dictionary(rows.map { ($0.field, $0.text) }) { first, _ in first }
        return ballots.filter { !texts.isEmpty && $0.texts == texts }
    }

    /// Whether enough of the last frames, the newest one too, show exactly the voted reading.
    func agreement(with rows: [VotedRow]) -> Bool {
        let numbers = Set(agreeingBallots(with: rows).map(\.number))
        let recent = ballots.suffix(max(rules.recent, rules.agreeing))
        guard let newest = recent.last else { return false }
        let sure = ballots.count { $0.isAccepted && numbers.contains($0.number) }
        return numbers.contains(newest.number) && recent.count { numbers.contains($0.number) } >= rules.agreeing
            && sure >= rules.accepted && Double(sure) >= rules.acceptedShare * Double(ballots.count)
    }

    /// The probability that all rows are right: what the least sure place says, and no more than the frames that agree bear.
    func confidence(of rows: [VotedRow]) -> Double {
        let agreeing = agreeingBallots(with: rows)
        let weight = agreeing.reduce(0) { $0 + age($1) }
        guard weight > 0 else { return 0 }
        let doubt = agreeing.reduce(0) { $0 + age($1) * log(max(1 - $1.confidence, 1e-6)) } / weight
        let borne = 1 - exp(doubt * min(max(scale * weight, 1), Double(agreeing.count)))
        return rows.reduce(borne) { min($0, $1.probability) }
    }

    mutating func keep(_ frame: FrameObservation, _ rows: [VotedRow]) -> Bool {
        guard let newest = ballots.last, agreeingBallots(with: rows).contains(where: { $0.number == newest.number })
        else { return false }
        let score = frame.confidence * (1 - frame.glare.area)
        if let kept, kept.texts == newest.texts, kept.score >= score { return false }
        kept = KeptFrame(number: frame.number, texts: newest.texts, score: score, box: frame.box)
        return true
    }

    func result(_ frame: FrameObservation, _ rows: [VotedRow], _ confidence: Double) -> FrameResult {
        FrameResult(
            frame: frame.number,
            text: rows.map { $0.partial(rules) }.joined(separator: "\n"),
            glare: frame.glare,
            box: frame.box,
            confidence: confidence
        )
    }

    func completed(_ rows: [VotedRow], _ agrees: Bool, _ confidence: Double) -> CompletedReading? {
        guard agrees, !rows.isEmpty, confidence >= rules.confidence, rows.allSatisfy({ $0.margin >= rules.margin }),
            let kept
        else { return nil }
        let fields = rows.map { row in
            CompletedReading.Field(name: row.field, text: row.text, confidences: row.places.map(\.probability))
        }
        guard isPlausible(fields) else { return nil }
        return CompletedReading(
            fields: fields,
            framesUsed: ballots.count,
            agreement: Double(agreeingBallots(with: rows).count) / Double(max(ballots.count, 1)),
            confidence: confidence,
            bestFrame: kept.number,
            box: kept.box
        )
    }
}
