internal import HealthInputs

extension ZoneHistory {
    /// Uses the UTC offsets of dates instead of the derived zones, if they can be trusted.
    ///
    /// They can be trusted if they match the zones named with them: in four of five cases of a zone away from home, or
    /// of the home zone if no other is named. Almost all exports write one offset in all dates, which is not
    /// informative.
    ///
    /// - Parameter home: The index of the home zone's clock.
    mutating func believeDates(_ hints: [ZoneHint], home: Int) {
        let sorted = hints.sorted { $0.time < $1.time }
        let written = sorted.compactMap { hint -> (time: Int64, offset: Int)? in
            if case .written(let offset) = hint.zone { (hint.time, offset) } else { nil }
        }
        guard !written.isEmpty, isCredible(sorted, home: home) else { return }
        var stays: [Stay] = []
        for (time, offset) in written {
            let isSame = stays.last.map { clocks[$0.clock].offset(at: time) == offset } ?? false
            guard !isSame else { continue }
            stays.append(Stay(start: stays.isEmpty ? .min : time, clock: clock(of: offset, at: time, home: home)))
        }
        replace(stays)
    }

    private mutating func isCredible(_ hints: [ZoneHint], home: Int) -> Bool {
        var (near, far) = ((right: 0, all: 0), (right: 0, all: 0))
        var places: [String: Int] = [:]
        for (place, clock) in clocks.enumerated() { places[clock.identifier] = places[clock.identifier] ?? place }
        for hint in hints {
            guard case .named(let name) = hint.zone, let written = hint.writtenOffset, let place = places[name] else {
                continue
            }
            let offset = clocks[place].offset(at: hint.time)
            let isRight = offset == written ? 1 : 0
            if offset == clocks[home].offset(at: hint.time) {
                near = (near.right + isRight, near.all + 1)
            } else {
                far = (far.right + isRight, far.all + 1)
            }
        }
        return far.all > 0 ? far.right * 5 >= far.all * 4 : near.all >= 3 && near.right * 5 >= near.all * 4
    }

    /// The clock of a known zone with an offset at a time: the derived one, the home zone, or any other.
    private mutating func clock(of offset: Int, at time: Int64, home: Int) -> Int {
        for place in [clock(at: time), home] + Array(clocks.indices) where clocks[place].offset(at: time) == offset {
            return place
        }
        clocks.append(ZoneClock(fixedOffset: offset))
        return clocks.count - 1
    }
}
