import Foundation
import Pixels

/// Makes one reading of many frames: adds what each frame says of each character, and tells when that suffices.
///
/// A pure state machine: no clock, no pictures, bounded memory. Frames count less with age, and all together no more
/// than their views differ: a camera that stands still repeats its errors. Another reading on the display starts the
/// vote again. A frame that refuses gives no evidence and never completes a reading.
package struct FrameVote: Sendable {
    /// When evidence suffices.
    package let rules: VoteRules
    let isPlausible: @Sendable ([CompletedReading.Field]) -> Bool
    var ballots: [VoteBallot] = []
    private var others = 0
    var now: Duration = .zero
    var kept: KeptFrame?

    /// Whether a reading was completed and ``restart()`` was not called since.
    package private(set) var isComplete = false

    /// Makes a vote without any evidence.
    ///
    /// - Parameters:
    ///   - rules: When evidence suffices.
    ///   - isPlausible: Whether fields can be a reading of the layout; asked before completion only.
    package init(
        rules: VoteRules = VoteRules(),
        isPlausible: @escaping @Sendable ([CompletedReading.Field]) -> Bool = { _ in true }
    ) {
        self.rules = rules
        self.isPlausible = isPlausible
    }

    /// How many frames count at present; never more than the rules' ``VoteRules/frames``.
    package var evidenceCount: Int { ballots.count }

    /// Drops all evidence, and takes frames again after completion.
    package mutating func restart() {
        (ballots, others, kept, isComplete) = ([], 0, nil, false)
    }

    /// Takes the next frame and tells what to do.
    package mutating func take(_ frame: FrameObservation) -> [FrameAction] {
        guard !isComplete else { return [] }
        now = max(now, frame.time)
        while let oldest = ballots.first, now - oldest.time > rules.longest { dropOldest() }
        var actions: [FrameAction] = []
        if frame.isRefused {
            if noteRefusal(frame) { actions.append(.restarted) }
        } else {
            others = 0
            append(frame)
            if replaceOld() { actions.append(.restarted) }
        }
        let rows = votedRows()
        let (agreeing, confidence) = (agreement(with: rows), self.confidence(of: rows))
        if !frame.isRefused, keep(frame, rows) { actions.append(.keep(frame: frame.number)) }
        actions.append(.result(result(frame, rows, confidence)))
        if !frame.isRefused, let reading = completed(rows, agreeing, confidence) {
            isComplete = true
            actions.append(.completed(reading))
        }
        return actions
    }

    /// Counts frames that show something else; true when that drops the evidence.
    private mutating func noteRefusal(_ frame: FrameObservation) -> Bool {
        others = frame.showsOther ? min(others + 1, rules.other) : 0
        guard others >= rules.other, !ballots.isEmpty else { return false }
        (ballots, kept) = ([], nil)
        return true
    }

    private mutating func append(_ frame: FrameObservation) {
        let confidence = confidence(in: frame)
        var ballot = VoteBallot(
            number: frame.number,
            time: now,
            rows: frame.rows,
            confidence: confidence,
            isAccepted: frame.isAccepted,
            signature: frame.signature,
            novelty: 1,
            isRival: isRival(frame, confidence)
        )
        ballot.novelty = novelty(of: ballot)
        ballots.append(ballot)
        if ballots.count > max(rules.frames, 1) { dropOldest() }
    }

    /// What a frame's own confidence is worth: to the reader a stroke under glare is none, so it is sure of the rest.
    private func confidence(in frame: FrameObservation) -> Double {
        let covered = frame.coveredRow
        guard covered > rules.toleratedRow else { return frame.confidence }
        return frame.confidence * max(1 - rules.coveredRow * covered, 0)
    }

    /// Drops the oldest ballot; the one most like it stands for its view from now on.
    private mutating func dropOldest() {
        let gone = ballots.removeFirst()
        let others = ballots.indices.map { (index: $0, share: differenceShare(gone, ballots[$0])) }
        guard let heir = others.min(by: { $0.share < $1.share }) else { return }
        ballots[heir.index].novelty = max(ballots[heir.index].novelty, gone.novelty - heir.share)
    }

    /// How much a frame's view differs from all that count, 0…1.
    private func novelty(of frame: VoteBallot) -> Double {
        ballots.map { differenceShare(frame, $0) }.min() ?? 1
    }

    /// How far two views are from counting as different ones, 0…1.
    private func differenceShare(_ one: VoteBallot, _ other: VoteBallot) -> Double {
        guard let view = one.signature, let second = other.signature else {
            // Without a look at the picture: the same guesses come from the same picture.
            return one.rows == other.rows ? 0 : 0.5
        }
        return min(view.difference(from: second) / max(rules.newView, 0.001), 1)
    }

    /// Whether a frame surely shows another reading: each row another text, and hardly the one that was voted.
    private func isRival(_ frame: FrameObservation, _ confidence: Double) -> Bool {
        guard confidence >= 0.5 else { return false }
        let voted = Dictionary(votedRows().map { ($0.field, $0.text) }) { first, _ in first }
        return !voted.isEmpty
            && frame.rows.allSatisfy { row in
                row.text != voted[row.field] && row.cells.allSatisfy { $0.best.probability >= 0.6 }
            }
    }

    /// Drops what came before when the newest frames show another reading alike.
    private mutating func replaceOld() -> Bool {
        let newest = ballots.suffix(max(rules.restart, 1))
        guard newest.count == max(rules.restart, 1), newest.count < ballots.count, let last = newest.last?.texts,
            newest.allSatisfy({ $0.isRival && $0.texts == last })
        else { return false }
        ballots = Array(newest)
        kept = nil
        return true
    }
}

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

/// The frame that shows the reading best so far, whose picture the owner keeps.
struct KeptFrame: Sendable {
    let number: Int
    /// What it shows, by field.
    let texts: [String: String]
    let score: Double
    let box: PixelRect?
}
