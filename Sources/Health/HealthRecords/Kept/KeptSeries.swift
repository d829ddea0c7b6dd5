package import HealthInputs

/// What is kept of one type, source and day.
package struct KeptSeries: Hashable, Sendable {
    /// More than this in a day are of no person.
    package static let mostSamples = 100_000

    /// The source, as it was told last.
    package private(set) var source: HealthSource
    /// The samples, by time.
    package private(set) var samples: [KeptSample]
    /// The day's sums, one of each counter.
    package private(set) var totals: [KeptTotal]

    /// What a sample is told of: an hour and its first minute both stand at one moment.
    private struct Place: Hashable {
        let span: Range<Int64>
        let grain: KeptGrain

        init(_ sample: KeptSample) {
            span = sample.span
            grain = sample.grain
        }
    }

    /// Makes a series of one file.
    package init(_ source: HealthSource, samples: [KeptSample] = [], totals: [KeptTotal] = []) {
        self.source = source
        self.samples = samples
        self.totals = totals
        sort()
    }

    /// Takes in what a file says of the same type, source and day.
    ///
    /// Of one time and type the newer file's word counts, whatever the order in which files come; it may be several values,
    /// like foods of one meal.
    package mutating func take(_ file: KeptSeries) {
        source = file.source
        let known = Dictionary(grouping: samples, by: Place.init)
        let news = Dictionary(grouping: file.samples, by: Place.init)
        samples = known.merging(news) { old, new in
            (old.map(\.told).max() ?? .min) <= (new.map(\.told).max() ?? .min) ? new : old
        }.values.flatMap(\.self)
        for total in file.totals {
            if let place = totals.firstIndex(where: { $0.part == total.part }) {
                totals[place] = total.preferred(to: totals[place])
            } else {
                totals.append(total)
            }
        }
        sort()
    }

    private mutating func sort() {
        samples.sort { ($0.start, $0.end, $0.told) < ($1.start, $1.end, $1.told) }
        totals.sort { ($0.part ?? -1) < ($1.part ?? -1) }
    }
}

extension KeptSeries: Codable {
    /// Reads what a store has.
    ///
    /// - Throws: `DecodingError` for what no version wrote.
    package init(from decoder: any Decoder) throws {
        guard let series = try StoredSeries(from: decoder).series else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "a kept sample is malformed"
            )
            throw DecodingError.dataCorrupted(context)
        }
        self = series
    }

    /// Writes it for a store.
    package func encode(to encoder: any Encoder) throws { try StoredSeries(self).encode(to: encoder) }
}
