package import HealthInputs

/// The kept samples and totals of one type, source and day.
package struct KeptSeries: Hashable, Sendable {
    /// The most samples of a day; no person has more.
    package static let mostSamples = 100_000

    /// The source, as the newest file describes it.
    package private(set) var source: HealthSource
    /// The samples in time order.
    package private(set) var samples: [KeptSample]
    /// The day's totals, one of each counter.
    package private(set) var totals: [KeptTotal]

    /// The identity of a sample: an hour and its first minute share an instant.
    private struct Place: Hashable {
        let span: Range<Int64>
        let grain: KeptGrain

        init(_ sample: KeptSample) {
            span = sample.span
            grain = sample.grain
        }
    }

    /// Creates the series of one file.
    package init(_ source: HealthSource, samples: [KeptSample] = [], totals: [KeptTotal] = []) {
        self.source = source
        self.samples = samples
        self.totals = totals
        sort()
    }

    /// Merges a file's series of the same type, source and day.
    ///
    /// For each time and type the newer file counts, whatever the order of arrival; it may have several values, like
    /// the foods of a meal.
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
    /// Reads the stored form.
    ///
    /// - Throws: `DecodingError` for an unknown form.
    package init(from decoder: any Decoder) throws {
        guard let series = try StoredSeries(from: decoder).series else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "a stored sample is malformed"
            )
            throw DecodingError.dataCorrupted(context)
        }
        self = series
    }

    /// Writes the stored form.
    package func encode(to encoder: any Encoder) throws { try StoredSeries(self).encode(to: encoder) }
}
