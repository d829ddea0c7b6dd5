internal import FoundationEssentials
internal import HealthInputs
internal import HealthRecords
internal import ImportStore
internal import MessageBus
internal import StoreEngine

/// Stores the daily data of inputs that hold only part of a history, and loads it for the days that a new input
/// touches.
///
/// Data is stored before it becomes records, so after a crash between the two steps both are repeated with the same
/// result.
struct KeptFiles: Sendable {
    /// The number of series per commit.
    private static let batchSize = 100

    let store: ImportStore
    let person: Int64
    let now: @Sendable () -> Date

    /// Stores a file's data.
    ///
    /// - Returns: The days that the file touches.
    /// - Throws: `StoreError`, or `HealthInputsError` for more data than a person can have.
    func add(_ sink: KeepingSink, check: () throws -> Void) throws -> KeptDays {
        guard !sink.isTooLarge else { throw Self.tooDense }
        var batch: [(KeptKey, KeptSeries)] = []
        try sink.each { key, series in
            batch.append((key, series))
            guard batch.count >= Self.batchSize else { return }
            try check()
            try keep(batch)
            batch = []
        }
        try keep(batch)
        return KeptDays(sink.days)
    }

    /// The stored data of some days.
    ///
    /// - Throws: `StoreError`.
    func load(_ days: ClosedRange<Int>) throws -> [(KeptKey, KeptSeries)] {
        let (store, person) = (store, person)
        let rows = try Blocking.wait { try await store.kept(days, person: person) }
        return try rows.map { row in
            (
                KeptKey(day: row.day, type: row.type, source: row.source),
                try WireJSON.decode(KeptSeries.self, from: Array(row.content))
            )
        }
    }

    private func keep(_ batch: [(KeptKey, KeptSeries)]) throws {
        guard let first = batch.first?.0.day, let last = batch.last?.0.day else { return }
        var known: [KeptKey: KeptSeries] = [:]
        var day = first
        while day <= last {
            // Days are in order, but may be far apart.
            let end = min(last, day + 31)
            for (key, series) in try load(day...end) { known[key] = series }
            day = batch.first { $0.0.day > end }?.0.day ?? last + 1
        }
        let rows = try batch.map { key, series in
            var all = known[key] ?? series
            if known[key] != nil { all.take(series) }
            guard all.samples.count <= KeptSeries.mostSamples else { throw Self.tooDense }
            let content = Data(try WireJSON.encode(all))
            return KeptContent(day: key.day, type: key.type, source: key.source, content: content)
        }
        let (store, person, now) = (store, person, now())
        try Blocking.wait { try await store.keep(rows, person: person, at: now) }
    }

    private static let tooDense = HealthInputsError(
        .tooDense,
        message: "a day of the input has more samples than a person can have"
    )
}
