internal import DeviceCodecs

extension RecordAccessRequest {
    /// Whether the request is for a count.
    var isCount: Bool {
        switch self {
        case .countAll, .countSince: true
        default: false
        }
    }
}

extension RACPMachine {
    /// The first request.
    ///
    /// Unless the mark is known to begin at the start of the memory, the total is counted too: records lost before the
    /// mark would never be requested again.
    var firstRequest: RecordAccessRequest {
        guard let mark else { return .countAll }
        return mark.isComplete ? .countSince(sequence: mark.last) : .countAll
    }

    /// The request for the records, including the one at the mark, which proves that the mark is valid.
    var reportRequest: RecordAccessRequest { mark.map { .reportSince(sequence: $0.last) } ?? .reportAll }

    mutating func send(_ request: RecordAccessRequest, at now: Duration) -> [Output] {
        (lastHeard, lastFrame, heard) = (now, .zero, [])
        state = .asking(request)
        if !request.isCount { isCountFresh = false }
        return [.write(request.bytes)]
    }

    mutating func wait(_ request: RecordAccessRequest, time: Duration, at now: Duration) -> [Output] {
        guard time > .zero else { return send(request, at: now) }
        state = .pausing(request, until: now + time)
        return []
    }

    mutating func counted(_ count: Int, request: RecordAccessRequest, at now: Duration) -> [Output] {
        if let mark, !mark.isComplete {
            switch (request, total) {
            case (.countAll, _):
                total = count
                return wait(.countSince(sequence: mark.first), time: pause, at: now)
            case (.countSince, let total?):
                self.total = nil
                // A measurement between the counts made them inconclusive about the start of the memory.
                if count > total, recounts < Self.recountLimit {
                    recounts += 1
                    return wait(.countAll, time: pause, at: now)
                }
                guard count == total, count > 0 else { return distrust(at: now) }
                self.mark?.isComplete = true
                return wait(.countSince(sequence: mark.last), time: pause, at: now)
            default: break
            }
        }
        expected = count
        if isComparing { return compared(at: now) }
        return count > 0 ? wait(reportRequest, time: pause, at: now) : nothingThere(at: now)
    }

    mutating func ended(_ code: RecordAccessCode, request: RecordAccessRequest, at now: Duration) -> [Output] {
        state = .settling(until: now + limits.settle)
        if isComparing { return stayUnsure() }
        // The answer may overtake records, so wait for stragglers unless the count is reached.
        if code == .success, !request.isCount { return isCountReached ? settled(at: now) : [] }
        if code == .noRecordsFound { return nothingThere(at: now) }
        if code == .notCompleted { return busy(request, at: now) }
        if code.asksForPlainerRequest || request.isCount {
            // Some devices cannot count, so read without a count; some have no filter, so read all records.
            if request.isCount { return skipCount(at: now) }
            if mark != nil { return distrust(at: now) }
        }
        let refusal = StepFailure.other("the device refused to send its records, code \(code.rawValue)")
        return end(records.isEmpty ? .failed(refusal) : .partial(.refused))
    }

    /// Continues without a count; a mark that needs one is dropped.
    mutating func skipCount(at now: Duration) -> [Output] {
        expected = nil
        guard let mark, !mark.isComplete else { return wait(reportRequest, time: pause, at: now) }
        forgetMark()
        return [.markIsWrong] + wait(reportRequest, time: pause, at: now)
    }

    /// Handles a report that no record matches.
    mutating func nothingThere(at now: Duration) -> [Output] {
        // The request includes the record at the mark, so its absence means that the memory was renumbered.
        if mark != nil { return distrust(at: now) }
        return end(records.isEmpty ? .empty : .done)
    }

    /// Drops the mark and reads all records.
    mutating func distrust(at now: Duration) -> [Output] {
        forgetMark()
        let pause = max(pause, limits.settle)
        switch state {
        case .over: return []
        // A late record must not start another request.
        case .aborting(.end, _): return [.markIsWrong]
        case .aborting(.retry, let until):
            state = .aborting(then: .retry(.countAll, after: pause), until: until)
            return [.markIsWrong]
        case .asking(let request) where !request.isCount:
            return [.markIsWrong] + abort(then: .retry(.countAll, after: pause), at: now)
        default: return [.markIsWrong] + wait(.countAll, time: pause, at: now)
        }
    }

    mutating func forgetMark() {
        mark = nil
        isWitnessed = true
        expected = nil
        total = nil
        before = nil
        isComparing = false
    }

    /// Checks whether all records arrived after the device reported the end.
    mutating func settled(at now: Duration) -> [Output] {
        guard isWitnessed else { return distrust(at: now) }
        guard !isWhole else { return end(records.isEmpty ? .empty : .done) }
        if isCountReached { return compare(at: now) }
        return readAgain(at: now)
    }

    /// Counts the records again, because a new measurement may hide a lost record.
    mutating func compare(at now: Duration) -> [Output] {
        guard comparisons < Self.recountLimit else { return stayUnsure() }
        comparisons += 1
        isComparing = true
        return wait(mark.map { .countSince(sequence: $0.last) } ?? .countAll, time: pause, at: now)
    }

    mutating func compared(at now: Duration) -> [Output] {
        isComparing = false
        isCountFresh = true
        return isWhole ? end(.done) : readAgain(at: now)
    }

    /// Ends with the records received; as they may be incomplete, the mark neither passes a gap nor claims the memory's
    /// start.
    mutating func stayUnsure() -> [Output] {
        isComparing = false
        return end(.done)
    }

    mutating func readAgain(at now: Duration) -> [Output] {
        // Repeat the request while it yields new records, then trust the device that there are no more.
        let count = records.count + contexts.count
        guard before.map({ count > $0 }) ?? true else {
            let deaf = StepFailure.other("the device reports records but sends none")
            return end(records.isEmpty ? .failed(deaf) : .done)
        }
        before = count
        hasGap = false
        return wait(reportRequest, time: max(pause, limits.settle), at: now)
    }

    mutating func busy(_ request: RecordAccessRequest, at now: Duration) -> [Output] {
        guard busyTries < retries.count else { return end(records.isEmpty ? .failed(.busy) : .partial(.busy)) }
        let time = retries[busyTries]
        busyTries += 1
        return abort(then: .retry(request, after: time), at: now)
    }

    /// Aborts the device's current procedure, if there is one.
    mutating func abort(then: AfterAbort, at now: Duration) -> [Output] {
        switch (state, then) {
        case (.asking, _), (_, .retry):
            state = .aborting(then: then, until: now + limits.abort)
            return [.write(RecordAccessRequest.abort.bytes)]
        case (_, .end(let end)): return self.end(end)
        }
    }

    mutating func aborted(_ then: AfterAbort, at now: Duration) -> [Output] {
        switch then {
        case .retry(let request, let time): return wait(request, time: time, at: now)
        case .end(let end): return self.end(end)
        }
    }

    mutating func end(_ end: ProcedureEnd) -> [Output] {
        state = .over
        return [.end(end)]
    }
}
