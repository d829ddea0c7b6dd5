import DisplayReading
import Pixels
import SeededRandom
import Testing
import VitalRecords

@Suite("Votes over frames")
struct FrameVoteTests {
    private func row(_ field: String, _ text: String, _ probability: Double = 0.98, glare: [Int] = []) -> RowGuess {
        let cells = text.enumerated().compactMap { place, character in
            CellGuess([.init(character, probability: probability)], glare: glare.contains(place) ? 1 : 0)
        }
        return RowGuess(field: field, cells: cells)
    }

    private func frame(
        _ number: Int,
        _ rows: [RowGuess],
        confidence: Double = 0.97,
        isAccepted: Bool = true,
        signature: FrameSignature? = nil,
        showsOther: Bool = false
    ) -> FrameObservation {
        FrameObservation(
            number: number,
            time: .milliseconds(100 * number),
            rows: rows,
            confidence: confidence,
            doubts: isAccepted ? [] : [.unsure, .blurred],
            signature: signature ?? view(number),
            showsOther: showsOther
        )
    }

    /// A view that differs from those with other numbers.
    private func view(_ number: Int) -> FrameSignature {
        var random = SplitMix64(seed: UInt64(number), stream: 7)
        let pixels = (0..<24 * 16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let image = GrayImage(width: 24, height: 16, pixels: pixels)
        return FrameSignature(image ?? GrayImage(width: 1, height: 1, filledWith: 0))
    }

    private func text(_ actions: [FrameAction]) -> String? {
        for case .result(let result) in actions { return result.text }
        return nil
    }

    private func reading(_ actions: [FrameAction]) -> CompletedReading? {
        for case .completed(let reading) in actions { return reading }
        return nil
    }

    @Test("Frames that agree complete nothing until three of them are acceptable by themselves")
    func accepted() throws {
        var vote = FrameVote()
        let rows = [row("sys", "128"), row("dia", "84")]
        for number in 0..<3 {
            #expect(reading(vote.take(frame(number, rows, isAccepted: number > 0))) == nil)
        }
        #expect(reading(vote.take(frame(3, rows))) != nil)
    }

    @Test("Acceptable frames complete nothing while one in four is not acceptable, and do once those are old")
    func chosen() {
        var vote = FrameVote()
        let rows = [row("sys", "128"), row("dia", "84")]
        // The newest twelve frames count: they include three unacceptable ones until frame 12.
        let complete = (0..<20).first { number in
            reading(vote.take(frame(number, rows, isAccepted: number > 3))) != nil
        }
        #expect(complete == 12)
        vote.restart()
        let unsure = (0..<40).first { number in
            reading(vote.take(frame(number, rows, isAccepted: !number.isMultiple(of: 3)))) != nil
        }
        #expect(unsure == nil)
    }

    @Test("Three frames that agree and differ in view complete a reading, two do not")
    func three() throws {
        var vote = FrameVote()
        let rows = [row("sys", "128"), row("dia", "84")]
        #expect(reading(vote.take(frame(0, rows))) == nil)
        #expect(reading(vote.take(frame(1, rows))) == nil)
        let complete = try #require(reading(vote.take(frame(2, rows))))
        #expect(complete.text == "128\n84" && complete.fields.map(\.name) == ["sys", "dia"])
        #expect(complete.framesUsed == 3 && complete.agreement == 1 && complete.confidence >= 0.99)
        #expect(complete.fields[0].confidences.count == 3)
        #expect(vote.isComplete && vote.take(frame(3, rows)).isEmpty)
        vote.restart()
        #expect(!vote.isComplete && text(vote.take(frame(4, rows))) == "128\n84")
    }

    @Test("A single wrong frame is outvoted, and a missed point does not shift the digits after it")
    func outvoted() throws {
        var vote = FrameVote()
        _ = vote.take(frame(0, [row("value", "36.7")]))
        _ = vote.take(frame(1, [row("value", "367", 0.8)], confidence: 0.6))
        _ = vote.take(frame(2, [row("value", "36.1", 0.7)], confidence: 0.5))
        var last: CompletedReading?
        for number in 3..<8 where last == nil { last = reading(vote.take(frame(number, [row("value", "36.7")]))) }
        let complete = try #require(last)
        #expect(complete.text == "36.7" && complete.agreement < 1)
    }

    @Test("Near-identical frames count as one")
    func identical() {
        var vote = FrameVote()
        var confidences: [Double] = []
        for number in 0..<30 {
            let actions = vote.take(frame(number, [row("glucose", "104")], confidence: 0.9, signature: view(0)))
            #expect(reading(actions) == nil)
            for case .result(let result) in actions { confidences.append(result.confidence) }
        }
        #expect(confidences.allSatisfy { $0 <= 0.9 + 1e-9 })
        for case .result(let result) in vote.take(frame(31, [row("glucose", "104")], confidence: 0.9)) {
            #expect(result.confidence > 0.9)
        }
    }

    @Test("Another reading on the display restarts the vote")
    func restart() {
        var vote = FrameVote(rules: patient)
        for number in 0..<6 { _ = vote.take(frame(number, [row("sys", "128"), row("dia", "84")])) }
        let first = vote.take(frame(6, [row("sys", "151"), row("dia", "97")]))
        #expect(!first.contains(.restarted) && text(first) == "128\n84")
        let second = vote.take(frame(7, [row("sys", "151"), row("dia", "97")]))
        #expect(second.contains(.restarted) && text(second) == "151\n97")
        #expect(vote.evidenceCount == 2)
    }

    @Test("One row that changes is not another reading, and the old digit fades")
    func oneRow() {
        var vote = FrameVote(rules: patient)
        for number in 0..<4 { _ = vote.take(frame(number, [row("spo2", "97"), row("pr", "71")])) }
        var texts: [String?] = []
        for number in 4..<20 {
            let actions = vote.take(frame(number, [row("spo2", "97"), row("pr", "72")]))
            #expect(!actions.contains(.restarted))
            texts.append(text(actions))
        }
        #expect(texts.first == "97\n71" || texts.first == "97\n7_")
        #expect(texts.last == "97\n72")
    }

    @Test("Frames without a reading complete nothing, and several that show another display discard the evidence")
    func refusals() {
        var vote = FrameVote()
        for number in 0..<50 {
            #expect(reading(vote.take(frame(number, [], showsOther: number % 2 == 0))) == nil)
        }
        _ = vote.take(frame(50, [row("sys", "128")]))
        _ = vote.take(frame(51, [row("sys", "128")]))
        #expect(text(vote.take(frame(52, []))) == "128")
        _ = vote.take(frame(53, [], showsOther: true))
        _ = vote.take(frame(54, [], showsOther: true))
        let dropped = vote.take(frame(55, [], showsOther: true))
        #expect(dropped.contains(.restarted) && text(dropped) == "" && vote.evidenceCount == 0)
    }

    @Test("Uncertain characters are underscores, and those under glare are spaces")
    func partial() {
        var vote = FrameVote()
        let doubt = CellGuess([.init("2", probability: 0.5), .init("7", probability: 0.45)])
        let cells = row("", "1").cells + [doubt].compactMap(\.self) + row("", "8").cells
        let unsure = RowGuess(field: "sys", cells: cells)
        #expect(text(vote.take(frame(0, [unsure], confidence: 0.98))) == "1_8")
        vote.restart()
        #expect(text(vote.take(frame(1, [row("sys", "104", glare: [1])], confidence: 0.98))) == "1 4")
        for number in 2..<4 { _ = vote.take(frame(number, [row("sys", "104")])) }
        #expect(text(vote.take(frame(4, [row("sys", "104", glare: [1])]))) ?? "104" == "104")
    }

    @Test("A reading that the layout rules out is not completed")
    func implausible() {
        var vote = FrameVote { fields in fields.first?.text != "999" }
        for number in 0..<20 { #expect(reading(vote.take(frame(number, [row("sys", "999")]))) == nil) }
    }

    @Test("Evidence is bounded, fades with time, and odd input does no harm")
    func bounds() {
        var vote = FrameVote(rules: patient)
        for number in 0..<500 { _ = vote.take(frame(number, [row("sys", "128")], confidence: .nan)) }
        #expect(vote.evidenceCount == vote.rules.frames)
        let late = FrameObservation(number: 3, time: .seconds(3600), rows: [], confidence: 1)
        _ = vote.take(late)
        #expect(vote.evidenceCount == 0)
        let long = row("sys", String(repeating: "8", count: 500))
        let many = (0..<100).map { RowGuess(field: "\($0)", cells: long.cells) }
        let early = FrameObservation(number: -5, time: .seconds(-9), rows: many, confidence: 7)
        #expect(early.rows.count == FrameObservation.maximumRows && long.cells.count == RowGuess.maximumCells)
        _ = vote.take(early)
        #expect(vote.evidenceCount == 1)
        #expect(CellGuess([]) == nil && CellGuess([.init("1", probability: .infinity)])?.best.probability == 0)
    }

    @Test("The best frame is reported once it is the best, and is part of the completed reading")
    func best() throws {
        var vote = FrameVote()
        let rows = [row("sys", "128")]
        #expect(vote.take(frame(0, rows, confidence: 0.9)).contains(.keep(frame: 0)))
        #expect(vote.take(frame(1, rows, confidence: 0.98)).contains(.keep(frame: 1)))
        let last = vote.take(frame(2, rows, confidence: 0.95))
        #expect(!last.contains(.keep(frame: 2)))
        #expect(try #require(reading(last)).bestFrame == 1)
    }

    /// Rules that never complete.
    private var patient: VoteRules {
        var rules = VoteRules()
        rules.agreeing = 1000
        return rules
    }
}
