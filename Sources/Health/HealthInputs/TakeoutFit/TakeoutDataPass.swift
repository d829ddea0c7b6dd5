internal import HealthTypes
internal import VitalRecords

/// One pass over a file of Google Fit's folder `All Data`.
struct TakeoutDataPass {
    private let choice: TakeoutData.Choice
    private var stream: TakeoutData.Stream?

    init(_ choice: TakeoutData.Choice) {
        self.choice = choice
    }

    /// Reads the root object.
    mutating func read(
        _ reader: inout JSONReader,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) throws {
        var pass = self
        try reader.members { reader, name in
            switch name {
            case "Data Source": pass.stream = try reader.text().flatMap { TakeoutData.Stream($0) }
            case "Data Points":
                try reader.elements { reader in
                    pass.take(try TakeoutPoint(&reader), into: &writer, sink: &sink)
                }
            default: try reader.skip()
            }
        }
        self = pass
    }

    private func take(_ point: TakeoutPoint, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let stream else {
            return note(point, message: "its file does not tell its kind; it was left out", into: &writer)
        }
        let element = "Google Fit \(stream.type)"
        guard !choice.isRepeated(stream) else { return writer.report.leftOut.note(element, reason: .repeated) }
        guard let start = point.start else {
            return note(point, message: "its time cannot be read; it was left out", into: &writer)
        }
        let times = (start: start, end: max(start, point.end ?? start))
        if let quantity = TakeoutData.quantities[stream.type] ?? TakeoutData.sums[stream.type] {
            return deliver(point, as: quantity, times: times, into: &writer, sink: &sink)
        }
        switch stream.type {
        case "com.google.blood_pressure": pressure(point, at: start, into: &writer, sink: &sink)
        case "com.google.nutrition": food(point, times: times, into: &writer, sink: &sink)
        case "com.google.sleep.segment": stage(point, times: times, into: &writer, sink: &sink)
        default: writer.count(element)
        }
    }

    private func deliver(
        _ point: TakeoutPoint,
        as quantity: TakeoutData.Quantity,
        times: (start: Int64, end: Int64),
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let value = point.values.first?.number?.shifted(quantity.places) else {
            return note(point, message: "its value cannot be read; it was left out", into: &writer)
        }
        let type = writer.type(quantity.identifier, into: &sink)
        var draft = draft(point, type: type, unit: quantity.unit, times: times, value: value)
        if stream?.type == "com.google.blood_glucose", let meal = point.values.dropFirst().first?.number?.wholeNumber {
            draft.flags = TakeoutData.meals[meal] ?? []
        }
        writer.deliver(draft, at: point.offset, into: &sink)
    }

    /// Delivers a blood pressure; the other values are the body position and the place of measurement.
    private func pressure(
        _ point: TakeoutPoint,
        at time: Int64,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        let numbers = point.values.prefix(2).compactMap(\.number)
        guard numbers.count == 2 else {
            return note(point, message: "one of its two values is missing; it was left out", into: &writer)
        }
        writer.count(HealthIdentifier.bloodPressure)
        let samples = zip([HealthIdentifier.systolic, HealthIdentifier.diastolic], numbers).compactMap { name, value in
            let type = writer.type(name, into: &sink)
            return writer.sample(
                draft(point, type: type, unit: "mmHg", times: (time, time), value: value),
                at: point.offset,
                into: &sink
            )
        }
        send(HealthIdentifier.bloodPressure, name: nil, samples: samples, into: &sink)
    }

    private func food(
        _ point: TakeoutPoint,
        times: (start: Int64, end: Int64),
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        var samples: [HealthSample] = []
        for (name, value) in (point.values.first?.map ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let nutrient = TakeoutData.nutrients[name] else { continue }
            let type = writer.type(nutrient.identifier, into: &sink)
            writer.count(type)
            let draft = draft(point, type: type, unit: nutrient.unit, times: times, value: value)
            if let sample = writer.sample(draft, at: point.offset, into: &sink) { samples.append(sample) }
        }
        let rest = point.values.dropFirst()
        let meal = rest.first?.number?.wholeNumber.flatMap { TakeoutData.foods[$0] }
        send(HealthIdentifier.food, name: meal ?? rest.dropFirst().first?.text, samples: samples, into: &sink)
    }

    private func stage(
        _ point: TakeoutPoint,
        times: (start: Int64, end: Int64),
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        let type = writer.type(HealthIdentifier.sleep, into: &sink)
        guard let stage = point.values.first?.number?.wholeNumber.flatMap({ TakeoutData.stages[$0] }) else {
            return writer.count(type)
        }
        // Sessions contain the same stages, with the same source.
        let (source, value) = (TakeoutTable.source, DecimalNumber(stage))
        let draft = HealthDraft(type: type, source: source, start: times.start, end: times.end, value: value)
        writer.deliver(draft, at: point.offset, into: &sink)
    }

    private func send(_ type: String, name: String?, samples: [HealthSample], into sink: inout some HealthSink) {
        guard let first = samples.first else { return }
        sink.receive(
            .correlation(
                HealthCorrelation(
                    type: type,
                    source: first.source,
                    start: first.start,
                    end: first.end,
                    name: name,
                    samples: samples
                )
            )
        )
    }

    private func draft(
        _ point: TakeoutPoint,
        type: Int,
        unit: String,
        times: (start: Int64, end: Int64),
        value: DecimalNumber
    ) -> HealthDraft {
        let value = value.withoutTrailingFractionZeros
        return HealthDraft(
            type: type,
            source: source(point),
            unit: unit,
            start: times.start,
            end: times.end,
            value: value
        )
    }

    /// The app that wrote a point; Google's own services count as Google Fit.
    private func source(_ point: TakeoutPoint) -> HealthSource {
        let app = TakeoutData.Stream(point.origin)?.app ?? stream?.app ?? ""
        guard !app.isEmpty, !app.hasPrefix("com.google.android") else { return TakeoutTable.source }
        return HealthSource(name: app.cut(toBytes: 256))
    }

    private func note(_ point: TakeoutPoint, message: String, into writer: inout HealthWriter) {
        writer.report.damage.note(point.offset, element: "point", message: message)
    }
}
