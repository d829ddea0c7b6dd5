import HealthInputs

/// Stores everything that an input delivers.
struct RecordingSink: HealthSink, Equatable {
    var types: [String] = []
    var sources: [HealthSource] = []
    var units: [String] = []
    var samples: [HealthSample] = []
    var events: [HealthEvent] = []
    /// Types that are only counted.
    var unwanted: Set<String> = []

    mutating func type(_ identifier: String) -> Int? {
        guard !unwanted.contains(identifier) else { return nil }
        types.append(identifier)
        return types.count - 1
    }

    mutating func source(_ source: HealthSource) -> Int {
        if let known = sources.firstIndex(where: { $0.name == source.name }) { return known }
        sources.append(source)
        return sources.count - 1
    }

    mutating func unit(_ name: String) -> Int {
        if let known = units.firstIndex(of: name) { return known }
        units.append(name)
        return units.count - 1
    }

    mutating func receive(_ sample: HealthSample) { samples.append(sample) }

    mutating func receive(_ event: HealthEvent) { events.append(event) }

    var workouts: [HealthWorkout] {
        events.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
    }

    var correlations: [HealthCorrelation] {
        events.compactMap { if case .correlation(let correlation) = $0 { correlation } else { nil } }
    }

    var hints: [ZoneHint] {
        events.compactMap { if case .zoneHint(let hint) = $0 { hint } else { nil } }
    }

    var fingerprint: String? {
        events.compactMap { if case .person(let fingerprint) = $0 { fingerprint } else { nil } }.first
    }
}
