import Foundation
import Pixels
import VitalRecords

/// A vote of many frames on one reading: it adds up the evidence for each character and decides when it suffices.
///
/// It is a pure state machine: no clock, no pictures, bounded memory. Frames lose weight with age, and together they
/// weigh no more than their views differ: a still camera repeats its errors. Another reading on the display restarts
/// the vote. A refused frame gives no evidence and never completes a reading.
package struct FrameVote: Sendable {
    /// The rules for sufficient evidence.
    package let rules: VoteRules
    let isPlausible: @Sendable ([CompletedReading.Field]) -> Bool
    var ballots: [VoteBallot] = []
    private var others = 0
    var now: Duration = .zero
    var kept: KeptFrame?

    /// Whether a reading was completed and ``restart()`` not called since.
    package private(set) var isComplete = false

    /// Starts without evidence.
    ///
    /// - Parameters:
    ///   - rules: The rules for sufficient evidence.
    ///   - isPlausible: Whether fields can be a reading of the layout; called before completion only.
    package init(
        rules: VoteRules = VoteRules(),
        isPlausible: @escaping @Sendable ([CompletedReading.Field]) -> Bool = { _ in true }
    ) {
        self.rules = rules
        self.isPlausible = isPlausible
    }

    /// The number of frames with weight; at most the rules' ``VoteRules/frames``.
    package var evidenceCount: Int { ballots.count }

    /// Drops all evidence, and accepts frames again after completion.
    package mutating func restart() {
        (ballots, others, kept, isComplete) = ([], 0, nil, false)
    }

    /// Adds a frame and returns the actions.
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
        let confidence = self.confidence(of: rows)
        if !frame.isRefused, keep(frame, rows: rows) { actions.append(.keep(frame: frame.number)) }
        let waits = frame.isRefused ? [.fewFrames] : self.waits(for: rows, confidence: confidence)
        actions.append(.result(result(frame, rows: rows, confidence: confidence, waits: waits)))
        if waits.isEmpty, let reading = completed(rows, confidence: confidence) {
            isComplete = true
            actions.append(.completed(reading))
        }
        return actions
    }

    /// Counts frames that show something else; true if that drops the evidence.
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
            doubts: frame.doubts,
            signature: frame.signature,
            novelty: 1,
            isRival: isRival(frame, confidence: confidence)
        )
        ballot.novelty = novelty(of: ballot)
        ballots.append(ballot)
        if ballots.count > max(rules.frames, 1) { dropOldest() }
    }

    /// The confidence of a frame less glare: the reader does not see a covered stroke and is sure of the rest.
    private func confidence(in frame: FrameObservation) -> Double {
        let covered = frame.coveredRow
        guard covered > rules.toleratedRow else { return frame.confidence }
        return frame.confidence * max(1 - rules.coveredRow * covered, 0)
    }

    /// Drops the oldest ballot; from now on, the most similar one represents its view.
    private mutating func dropOldest() {
        let gone = ballots.removeFirst()
        let others = ballots.indices.map { (index: $0, share: differenceShare(gone, and: ballots[$0])) }
        guard let heir = others.min(by: { $0.share < $1.share }) else { return }
        ballots[heir.index].novelty = max(ballots[heir.index].novelty, gone.novelty - heir.share)
    }

    /// How much a frame's view differs from all with weight, 0…1.
    private func novelty(of frame: VoteBallot) -> Double {
        ballots.map { differenceShare(frame, and: $0) }.min() ?? 1
    }

    /// How far two views count as different, 0…1.
    private func differenceShare(_ one: VoteBallot, and other: VoteBallot) -> Double {
        guard let view = one.signature, let second = other.signature else {
            // Without pictures to compare, equal guesses mean the same picture.
            return one.rows == other.rows ? 0 : 0.5
        }
        return min(view.difference(from: second) / max(rules.newView, 0.001), 1)
    }

    /// Whether a frame surely shows another reading: each row differs clearly from the voted one.
    private func isRival(_ frame: FrameObservation, confidence: Double) -> Bool {
        guard confidence >= 0.5 else { return false }
        let voted = Dictionary(votedRows().map { ($0.field, $0.text) }) { first, _ in first }
        return !voted.isEmpty
            && frame.rows.allSatisfy { row in
                row.text != voted[row.field] && row.cells.allSatisfy { $0.best.probability >= 0.6 }
            }
    }

    /// Drops earlier evidence if the newest frames agree on another reading.
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
    /// The weight of a ballot by its age, 0…1.
    func age(_ ballot: VoteBallot) -> Double {
        pow(0.5, (now - ballot.time) / max(rules.halfLife, .milliseconds(1)))
    }

    /// The number of independent frames that the ballots are worth, relative to their number.
    var scale: Double {
        let total = ballots.reduce(0) { $0 + age($1) }
        guard total > 0 else { return 0 }
        // Near-identical frames together count as one.
        let different = ballots.reduce(0) { $0 + age($1) * $1.novelty }
        return discounted(max(different, ballots.map { age($0) }.max() ?? 0)) / total
    }

    func discounted(_ count: Double) -> Double {
        count <= 1 ? count : count / (1 + (count - 1) * rules.correlation)
    }

    /// The fields with at least half of the evidence, in the newest order.
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

    /// The probability that all rows are correct: that of the least certain place, limited by the agreeing frames.
    func confidence(of rows: [VotedRow]) -> Double {
        let agreeing = agreeingBallots(with: rows)
        let weight = agreeing.reduce(0) { $0 + age($1) }
        guard weight > 0 else { return 0 }
        let doubt = agreeing.reduce(0) { $0 + age($1) * log(max(1 - $1.confidence, 1e-6)) } / weight
        let borne = 1 - exp(doubt * min(max(scale * weight, 1), Double(agreeing.count)))
        return rows.reduce(borne) { min($0, $1.probability) }
    }

    mutating func keep(_ frame: FrameObservation, rows: [VotedRow]) -> Bool {
        guard let newest = ballots.last, agreeingBallots(with: rows).contains(where: { $0.number == newest.number })
        else { return false }
        let score = frame.confidence * (1 - frame.glare.area)
        if let kept, kept.texts == newest.texts, kept.score >= score { return false }
        kept = KeptFrame(number: frame.number, texts: newest.texts, score: score, box: frame.box)
        return true
    }

    func result(
        _ frame: FrameObservation,
        rows: [VotedRow],
        confidence: Double,
        waits: [ReadingDoubt]
    ) -> FrameResult {
        FrameResult(
            frame: frame.number,
            text: rows.map { $0.partial(rules) }.joined(separator: "\n"),
            glare: frame.glare,
            box: frame.box,
            confidence: confidence,
            waits: waits
        )
    }

    /// The reading on which enough frames agree; nil without a frame that shows it.
    func completed(_ rows: [VotedRow], confidence: Double) -> CompletedReading? {
        guard let kept else { return nil }
        return CompletedReading(
            fields: fields(of: rows),
            framesUsed: ballots.count,
            agreement: Double(agreeingBallots(with: rows).count) / Double(max(ballots.count, 1)),
            confidence: confidence,
            bestFrame: kept.number,
            box: kept.box
        )
    }
}

/// The frame that shows the reading best so far; the owner keeps its picture.
struct KeptFrame: Sendable {
    let number: Int
    /// Its texts by field.
    let texts: [String: String]
    let score: Double
    let box: PixelRect?
}
