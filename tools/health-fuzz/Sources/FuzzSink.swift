package import HealthInputs

/// Takes in everything that an input says, by names, for comparing.
package struct FuzzSink: HealthSink {
    /// One thing that was said, with its names.
    package enum Item: Hashable, Sendable {
        /// A sample: its type, source, unit and itself with numbers put to nought.
        case sample(String, String, String?, HealthSample)
        /// A sum of a day.
        case dayTotal(String, String, String?, HealthDayTotal)
        /// Anything else.
        case event(HealthEvent)
    }

    /// What was said, in its order.
    package private(set) var items: [Item] = []
    /// How many things were said.
    package private(set) var count = 0
    private let keeps: Bool
    private var types: [String] = []
    private var sources: [HealthSource] = []
    private var units: [String] = []

    /// Makes a sink.
    ///
    /// - Parameter keeps: Whether it keeps what is said, or only counts it.
    package init(keeps: Bool = true) {
        self.keeps = keeps
    }

    package mutating func type(_ identifier: String) -> Int? {
        types.append(identifier)
        return types.count - 1
    }

    package mutating func source(_ source: HealthSource) -> Int { Self.place(of: source, in: &sources) }

    package mutating func unit(_ name: String) -> Int { Self.place(of: name, in: &units) }

    package mutating func receive(_ sample: HealthSample) {
        count += 1
        guard keeps else { return }
        items.append(item(sample))
    }

    package mutating func receive(_ event: HealthEvent) {
        count += 1
        guard keeps else { return }
        switch event {
        case .dayTotal(var total):
            let names = (types[total.type], sources[total.source].name, total.unit.map { units[$0] })
            (total.type, total.source, total.unit) = (0, 0, nil)
            items.append(.dayTotal(names.0, names.1, names.2, total))
        case .correlation(var correlation):
            for sample in correlation.samples { items.append(item(sample)) }
            correlation.samples = []
            correlation.source = 0
            items.append(.event(.correlation(correlation)))
        case .workout(var workout):
            workout.source = 0
            items.append(.event(.workout(workout)))
        default: items.append(.event(event))
        }
    }

    /// The name of a source by its number.
    package func sourceName(_ number: Int) -> String { sources[number].name }

    private func item(_ sample: HealthSample) -> Item {
        var bare = sample
        (bare.type, bare.source, bare.unit) = (0, 0, nil)
        return .sample(types[sample.type], sources[sample.source].name, sample.unit.map { units[$0] }, bare)
    }

    private static func place<Name: Equatable>(of name: Name, in list: inout [Name]) -> Int {
        if let known = list.firstIndex(of: name) { return known }
        // What makes up names without end is not remembered.
        guard list.count < 4_096 else { return 0 }
        list.append(name)
        return list.count - 1
    }
}
