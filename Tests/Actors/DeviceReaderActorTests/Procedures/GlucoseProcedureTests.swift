import DeviceCodecs
import SeededRandom
import Testing

@testable import DeviceReaderActor

@Suite struct GlucoseProcedureTests {
    private func frames(_ meter: ScriptedMeter) -> Set<[UInt8]> { Set(meter.memory.map(\.frame)) }

    @Test func aMemoryIsReadAndThenOnlyWhatIsNew() throws {
        var meter = ScriptedMeter.full(7...20)
        let first = MeterLink.run(&meter)
        #expect(first.ends == [.done])
        #expect(first.records == frames(meter))
        #expect(first.mark?.first == 7 && first.mark?.last == 20 && first.mark?.isComplete == true)
        #expect(meter.requests == [[4, 1], [1, 1], [4, 1]])
        meter.memory += [21, 22].map { ScriptedMeter.record($0) }
        let second = MeterLink.run(&meter, mark: first.mark)
        #expect(meter.requests.suffix(2) == [[4, 3, 1, 20, 0], [1, 3, 1, 20, 0]])
        // The record at the mark is read again as a witness.
        #expect(second.records == Set([20, 21, 22].map { ScriptedMeter.record($0).frame }))
        #expect(second.mark?.last == 22 && second.ends == [.done])
    }

    @Test func noRecordsIsEmpty() {
        var empty = ScriptedMeter()
        #expect(MeterLink.run(&empty).ends == [.empty])
        var cannotCount = ScriptedMeter(canCount: false)
        #expect(MeterLink.run(&cannotCount).ends == [.empty])
        #expect(cannotCount.requests == [[4, 1], [1, 1]])
    }

    /// The mark's records are gone; the meter's new ones have lower numbers.
    @Test(arguments: [0, 3, 40])
    func aMeterThatStartsAnewIsReadWhole(count: Int) {
        var old = ScriptedMeter.full(0...20)
        let mark = MeterLink.run(&old).mark
        var meter = ScriptedMeter(
            memory: (0..<UInt16(count)).map { ScriptedMeter.record($0, minute: 2_000 + Int($0), value: 150) }
        )
        let result = MeterLink.run(&meter, mark: mark)
        #expect(result.records == frames(meter))
        #expect(result.ends == [count == 0 ? .empty : .done])
        #expect(result.mark?.last == (count == 0 ? nil : UInt16(count - 1)))
    }

    /// However often and wherever the link breaks, every record arrives and the end is reached.
    @Test(arguments: [1, 2, 3, 7, 20, 36, 37, 499])
    func aBreakAtEveryRecordLosesAndSkipsNone(every: Int) {
        var meter = ScriptedMeter.full(10...509)
        var all: Set<[UInt8]> = []
        var mark: MemoryMark?
        var links = 0
        var isDone = false
        while !isDone, links < 1_000 {
            // With one frame per link only the witness arrives: there is no progress, but no loss either.
            let result = MeterLink.run(&meter, mark: mark, breakAfter: max(every, 3))
            all.formUnion(result.records)
            mark = result.mark
            links += 1
            isDone = result.ends == [.done]
        }
        #expect(isDone)
        #expect(all == frames(meter))
        #expect(mark?.last == 509 && mark?.first == 10)
        #expect(links <= 500 / (max(every, 3) - 1) + 3)
    }

    /// Two consecutive counts show whether the mark's first record is also the memory's.
    @Test func aRecordThatIsMadeBetweenTheCountsIsNoOtherMemory() {
        var meter = ScriptedMeter.full(1...100)
        let first = MeterLink.run(&meter, breakAfter: 40)
        #expect(first.mark?.last == 40 && first.mark?.isComplete == false)
        meter.news[meter.requests.count + 1] = ScriptedMeter.record(101)
        let second = MeterLink.run(&meter, mark: first.mark, breakAfter: 20)
        let counts: [[UInt8]] = [[4, 1], [4, 3, 1, 1, 0], [4, 1], [4, 3, 1, 1, 0], [4, 3, 1, 40, 0]]
        #expect(meter.requests.suffix(6) == counts + [[1, 3, 1, 40, 0]])
        #expect(second.records == Set((40...59).map { ScriptedMeter.record($0).frame }))
        #expect(second.mark?.last == 59 && second.mark?.isComplete == true, "the next link need not count it")
        let third = MeterLink.run(&meter, mark: second.mark)
        #expect(meter.requests.suffix(2) == [[4, 3, 1, 59, 0], [1, 3, 1, 59, 0]])
        #expect(third.ends == [.done] && third.mark?.last == 101)
    }

    @Test func aMemoryThatGrowsWithEveryCountIsReadWhole() {
        var meter = ScriptedMeter.full(1...100)
        let mark = MeterLink.run(&meter, breakAfter: 40).mark
        for place in 1...50 { meter.news[meter.requests.count + place] = ScriptedMeter.record(100 + UInt16(place)) }
        let result = MeterLink.run(&meter, mark: mark)
        #expect(result.ends == [.done])
        #expect(result.records.isSuperset(of: Set((1...100).map { ScriptedMeter.record($0).frame })))
        #expect(meter.requests.count < 20)
    }

    @Test(arguments: 0..<60)
    func breaksAndLossesLeaveNoRecordOut(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let hasContext = Bool.random(using: &random)
        var meter = ScriptedMeter.full(100...299, hasContext: hasContext)
        var all: Set<[UInt8]> = []
        var mark: MemoryMark?
        var end: ProcedureEnd?
        for _ in 0..<500 where end != .done {
            for _ in 0..<10 { meter.losses[UInt16.random(in: 100...299, using: &random)] = 1 }
            let result = MeterLink.run(&meter, mark: mark, breakAfter: Int.random(in: 5...120, using: &random))
            #expect(result.ends.count == 1)
            all.formUnion(result.records)
            mark = result.mark
            if let mark {
                // All records before an accepted mark have been read.
                let below = meter.memory.filter { (mark.first...mark.last).contains($0.number) }
                #expect(below.allSatisfy { all.contains($0.frame) })
            }
            end = result.ends.first
        }
        #expect(end == .done)
        #expect(all == frames(meter))
    }

    /// A person continues to measure while links break and records get lost.
    @Test(arguments: 0..<40)
    func aMemoryThatGrowsMeanwhileLosesNothing(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var meter = ScriptedMeter.full(1...UInt16.random(in: 1...80, using: &random))
        var all: Set<[UInt8]> = []
        var mark: MemoryMark?
        for link in 0..<60 {
            let newest = UInt16(meter.memory.count)
            meter.news = [:]
            if link < 30 {
                for number in 1...UInt16.random(in: 1...3, using: &random) {
                    let place = meter.requests.count + Int.random(in: 1...4, using: &random)
                    if meter.news[place] == nil { meter.news[place] = ScriptedMeter.record(newest + number) }
                }
                meter.losses = [UInt16.random(in: 1...newest, using: &random): 1]
            }
            // Measurements that did not fit into this link are made in a later one, so numbers always increase.
            meter.news = Self.inOrder(meter.news, after: newest)
            let breakAfter = link < 30 && Bool.random(using: &random) ? Int.random(in: 0...90, using: &random) : nil
            let result = MeterLink.run(&meter, mark: mark, breakAfter: breakAfter)
            all.formUnion(result.records)
            mark = result.mark
            guard let mark else { continue }
            let below = meter.memory.filter { (mark.isComplete ? 0 : mark.first)...mark.last ~= $0.number }
            #expect(below.allSatisfy { all.contains($0.frame) }, "the mark \(mark) passed a record on link \(link)")
        }
        #expect(all == frames(meter))
    }

    private static func inOrder(_ news: [Int: ScriptedMeter.Record], after newest: UInt16) -> [Int: ScriptedMeter
        .Record]
    {
        let places = news.keys.sorted()
        return Dictionary(
            uniqueKeysWithValues: places.enumerated().map { ($1, ScriptedMeter.record(newest + 1 + UInt16($0))) }
        )
    }

    /// bluetoothd silently drops notifications that come too fast: only the count reveals it.
    @Test func aHoleIsReadAgain() {
        var meter = ScriptedMeter.full(0...99)
        meter.losses = [0: 1, 40: 2, 99: 1]
        let result = MeterLink.run(&meter)
        #expect(result.records == frames(meter))
        #expect(result.ends == [.done])
        #expect(result.mark?.last == 99)
        #expect(meter.requests.count == 5)
    }

    /// A person measures between the count and the report: as many records arrive as were counted, yet one is missing.
    @Test(arguments: [1, 18, 50] as [UInt16])
    func aNewRecordHidesNoLoss(lost: UInt16) {
        var meter = ScriptedMeter.full(1...50)
        meter.losses = [lost: 1]
        meter.news = [1: ScriptedMeter.record(51)]
        let result = MeterLink.run(&meter)
        #expect(result.ends == [.done])
        #expect(result.records == frames(meter))
        #expect(result.mark?.first == 1 && result.mark?.last == 51 && result.mark?.isComplete == true)
    }

    @Test func aNewRecordHidesNoLossBehindAMark() {
        var meter = ScriptedMeter.full(1...20)
        let mark = MeterLink.run(&meter).mark
        meter.memory += (21...50).map { ScriptedMeter.record($0) }
        meter.losses = [30: 1]
        meter.news = [meter.requests.count + 1: ScriptedMeter.record(51)]
        let result = MeterLink.run(&meter, mark: mark)
        #expect(result.records == Set((20...51).map { ScriptedMeter.record($0).frame }))
        #expect(result.ends == [.done] && result.mark?.last == 51)
    }

    /// A person measures endlessly: records that could not be compared are left to the next link, and none is skipped.
    @Test(arguments: [1, 18] as [UInt16])
    func aMemoryThatNeverRestsIsNoReasonToPassALoss(lost: UInt16) {
        var meter = ScriptedMeter.full(1...50)
        meter.losses = [lost: 20]
        for place in 1...40 { meter.news[place] = ScriptedMeter.record(50 + UInt16(place)) }
        let first = MeterLink.run(&meter)
        #expect(first.ends == [.done])
        #expect(first.mark.map { $0.isComplete ? $0.last < lost : $0.first > lost || $0.last < lost } ?? true)
        (meter.losses, meter.news) = ([:], [:])
        let second = MeterLink.run(&meter, mark: first.mark)
        #expect(first.records.union(second.records) == frames(meter))
        #expect(second.mark?.first == 1 && second.mark?.last == meter.memory.last?.number)
    }

    /// Numbers deleted on the meter are not a loss: one count confirms it.
    @Test func aHoleThatIsNoneCostsOneCount() {
        var meter = ScriptedMeter.full(0...99)
        meter.memory.removeAll { (30...33).contains($0.number) }
        let result = MeterLink.run(&meter)
        #expect(result.ends == [.done] && result.mark?.last == 99)
        #expect(meter.requests == [[4, 1], [1, 1], [4, 1]])
    }

    @Test func aHoleIsSeenWithoutACountToo() {
        var meter = ScriptedMeter.full(0...99)
        meter.canCount = false
        meter.losses = [40: 1]
        let result = MeterLink.run(&meter)
        #expect(result.records == frames(meter) && result.ends == [.done])
    }

    /// A record that never arrives must not keep the meter from being done, and no mark may pass it.
    @Test func aRecordThatNeverComesIsGivenUp() {
        var meter = ScriptedMeter.full(0...99)
        meter.losses = [40: .max]
        let result = MeterLink.run(&meter)
        #expect(result.ends == [.done])
        #expect(result.records.count == 99)
        #expect(result.mark?.last == 39)
        // The gap may be the meter's fault; the next link continues from there.
        meter.losses = [:]
        let next = MeterLink.run(&meter, mark: result.mark)
        #expect(next.mark?.last == 99)
    }

    @Test func descendingRecordsNeverMoveTheMark() {
        var meter = ScriptedMeter.full(0...99)
        meter.isDescending = true
        let broken = MeterLink.run(&meter, breakAfter: 50)
        #expect(broken.marks.isEmpty)
        let whole = MeterLink.run(&meter)
        #expect(whole.marks.map(\.last) == [99])
        #expect(whole.marks.map(\.first) == [0])
    }

    /// TaiDoc: the newest record is always number 0, and each measurement renumbers all others.
    @Test(arguments: [true, false])
    func numbersThatRunBackwardsHideNothing(isKnown: Bool) {
        let quirks: Set<DeviceQuirk> = isKnown ? [.taidocReverseSequence] : []
        var mark: MemoryMark?
        for size in 1...30 {
            var meter = ScriptedMeter(
                memory: (0..<size).map { ScriptedMeter.record(UInt16($0), minute: 5 * (size - $0)) }
            )
            let result = MeterLink.run(&meter, mark: mark, quirks: quirks)
            #expect(result.records.contains(meter.memory[0].frame))
            #expect(result.records == frames(meter) || result.records.count >= size)
            #expect(result.ends == [.done])
            mark = result.mark
            if isKnown { #expect(result.marks.isEmpty) }
        }
    }

    @Test func aMeterWithoutFiltersIsReadWhole() {
        var meter = ScriptedMeter.full(0...30)
        let mark = MeterLink.run(&meter).mark
        meter.knowsFilters = false
        let result = MeterLink.run(&meter, mark: mark)
        #expect(result.records == frames(meter))
        #expect(result.ends == [.done])
    }

    /// The memory's first record was lost, and then the link: the run does not begin at the memory's start.
    @Test func whatWasLostBeforeTheRunIsReadLater() {
        var meter = ScriptedMeter.full(0...99)
        meter.losses = [0: 1]
        let broken = MeterLink.run(&meter, breakAfter: 50)
        #expect(broken.mark?.first == 1 && broken.mark?.isComplete == false)
        let next = MeterLink.run(&meter, mark: broken.mark)
        #expect(next.records == frames(meter))
        #expect(next.mark?.first == 0 && next.mark?.isComplete == true)
    }

    @Test func noMarkPassesARecordWhoseContextHasNotCome() {
        var meter = ScriptedMeter.full(0...9, hasContext: true)
        // The link breaks between the sixth measurement and its context.
        let broken = MeterLink.run(&meter, breakAfter: 11)
        #expect(broken.records.count == 6)
        #expect(broken.mark?.last == 4)
        let next = MeterLink.run(&meter, mark: broken.mark)
        #expect(next.mark?.last == 9 && next.ends == [.done])
    }

    @Test func noMarkPassesARecordThatCannotBeRead() {
        var meter = ScriptedMeter.full(0...9)
        let broken = ScriptedMeter.Record(number: 5, frame: [0x02, 5], context: nil)
        meter.memory[5] = broken
        let result = MeterLink.run(&meter)
        #expect(result.records.count == 10)
        #expect(result.ends == [.done])
        #expect(result.mark?.last == 4)
    }

    /// The number after 65535 is 0, which a request for higher numbers would miss.
    @Test(arguments: [false, true])
    func numbersNearTheirEndAreReadWhole(isFirstLinkBroken: Bool) {
        var meter = ScriptedMeter.full(64_990...65_010)
        let mark = MeterLink.run(&meter, breakAfter: isFirstLinkBroken ? 15 : nil).mark
        meter.memory.append(ScriptedMeter.record(0, minute: 40_000))
        let next = MeterLink.run(&meter, mark: mark)
        #expect(next.records == frames(meter))
    }
}
