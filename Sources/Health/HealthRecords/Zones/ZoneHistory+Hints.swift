internal import HealthInputs

extension ZoneHistory {
    /// How long, in seconds, a zone away from home is assumed to last without another hint.
    private static let reach: Int64 = 7 * 86_400

    /// A span of time whose hints all name one zone.
    private struct Run {
        let clock: Int
        let first: Int64
        var last: Int64
    }

    /// Derives a history from zone hints.
    ///
    /// - Parameters:
    ///   - home: The zone of the person's profile or of the configuration; nil takes the one named most often.
    ///   - hints: The hints, in any order.
    ///   - fallback: The clock if neither names a zone.
    init(home: String?, hints: [ZoneHint], fallback: ZoneClock) {
        var clocks: [ZoneClock] = []
        var places: [String: Int] = [:]
        func place(_ name: String) -> Int? {
            if let known = places[name] { return known }
            // The tz database has fewer zones.
            guard places.count < 1_000, let clock = ZoneClock(name) else { return nil }
            clocks.append(clock)
            places[name] = clocks.count - 1
            return clocks.count - 1
        }
        let sorted = hints.sorted { $0.time < $1.time }
        var counts: [Int: Int] = [:]
        var runs: [Run] = []
        for hint in sorted {
            guard case .named(let name) = hint.zone, let clock = place(name) else { continue }
            counts[clock, default: 0] += 1
            if let last = runs.last, last.clock == clock, hint.time - last.last <= 2 * Self.reach {
                runs[runs.count - 1].last = hint.time
            } else {
                runs.append(Run(clock: clock, first: hint.time, last: hint.time))
            }
        }
        let commonest = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let homeClock = home.flatMap(place) ?? commonest ?? clocks.count
        if homeClock == clocks.count { clocks.append(fallback) }
        let stays = Self.stays(runs, home: homeClock, hints: sorted, clocks: &clocks)
        self.init(stays: stays, clocks: clocks)
        believeDates(hints, home: homeClock)
    }

    private static func stays(_ runs: [Run], home: Int, hints: [ZoneHint], clocks: inout [ZoneClock]) -> [Stay] {
        var stays = [Stay(start: .min, clock: home)]
        func add(_ start: Int64, clock: Int) {
            if stays.last?.clock != clock { stays.append(Stay(start: start, clock: clock)) }
        }
        var before: Run?
        for run in runs {
            if let before {
                for (start, clock) in changes(before, and: run, home: home, hints: hints, clocks: &clocks) {
                    add(start, clock: clock)
                }
            } else if run.clock != home {
                add(run.first - reach, clock: run.clock)
            }
            before = run
        }
        if let before, before.clock != home {
            add(end(of: before, home: home, hints: hints, clocks: &clocks), clock: home)
        }
        return stays
    }

    /// The return home after hints of another zone; wall clocks may reveal it.
    private static func end(of run: Run, home: Int, hints: [ZoneHint], clocks: inout [ZoneClock]) -> Int64 {
        var (from, to) = (run.last, run.last + 2 * reach)
        narrow(&from, to: &to, left: run.clock, and: home, hints: hints, clocks: &clocks)
        return min(from + (to - from) / 2, from + reach)
    }

    /// The zone changes between two runs.
    private static func changes(
        _ left: Run,
        and right: Run,
        home: Int,
        hints: [ZoneHint],
        clocks: inout [ZoneClock]
    ) -> [(Int64, Int)] {
        guard left.clock != right.clock else {
            // The same zone twice, with a long gap in between.
            return left.clock == home ? [] : [(left.last + reach, home), (right.first - reach, right.clock)]
        }
        var (from, to) = (left.last, right.first)
        if left.clock != home, right.clock != home, to - from > 2 * reach {
            return [(from + reach, home), (to - reach, right.clock)]
        }
        narrow(&from, to: &to, left: left.clock, and: right.clock, hints: hints, clocks: &clocks)
        var change = from + (to - from) / 2
        if left.clock != home { change = min(change, from + reach) }
        if right.clock != home { change = max(change, to - reach) }
        return [(change, right.clock)]
    }

    /// Narrows a gap with wall clocks that match only one zone.
    private static func narrow(
        _ from: inout Int64,
        to: inout Int64,
        left: Int,
        and right: Int,
        hints: [ZoneHint],
        clocks: inout [ZoneClock]
    ) {
        let (low, high) = (from, to)
        var index = firstIndex(after: low, hints: hints)
        while index < hints.count, hints[index].time < high {
            if case .clock(let seconds) = hints[index].zone {
                let time = hints[index].time
                let isLeft = agrees(seconds, offset: clocks[left].offset(at: time))
                let isRight = agrees(seconds, offset: clocks[right].offset(at: time))
                if isRight, !isLeft {
                    to = time
                    return
                }
                if isLeft, !isRight { from = time }
            }
            index += 1
        }
    }

    private static func firstIndex(after time: Int64, hints: [ZoneHint]) -> Int {
        var (low, high) = (0, hints.count)
        while low < high {
            let middle = (low + high) / 2
            if hints[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func agrees(_ clock: Int, offset: Int) -> Bool { (offset - clock) % 86_400 == 0 }
}
