internal import HealthTypes
internal import VitalRecords

/// A workout of Health Auto Export, in version 1 or 2 of its format.
struct AutoWorkout: JSONEntry {
    private var name = ""
    private var start: CivilMoment?
    private var end: CivilMoment?
    private var duration: DecimalNumber?
    private var source: String?
    private var distance: AutoQuantity?
    private var activeEnergy: AutoQuantity?
    private var totalEnergy: AutoQuantity?
    private var heart = AutoHeart()
    private var offset: UInt64
    private static let element = "HKWorkoutTypeIdentifier"

    init(offset: UInt64) {
        self.offset = offset
    }

    mutating func take(_ field: String, from reader: inout JSONReader) throws {
        switch field {
        case "name": name = try reader.text() ?? ""
        case "start": start = try reader.moment()
        case "end": end = try reader.moment()
        case "duration": duration = try reader.decimal()
        case "source": source = try reader.text()
        case "distance": distance = try AutoQuantity(&reader)
        case "activeEnergyBurned", "activeEnergy": activeEnergy = try AutoQuantity(&reader) ?? activeEnergy
        case "totalEnergy", "totalEnergyBurned": totalEnergy = try AutoQuantity(&reader) ?? totalEnergy
        default: try heart.take(field, from: &reader)
        }
    }

    /// Delivers the workout.
    func deliver(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        writer.count(Self.element)
        guard let start = start?.time, let end = end?.time else {
            return writer.report.damage.note(
                offset,
                element: Self.element,
                message: "its dates cannot be read; it was left out"
            )
        }
        guard let times = writer.times(start, end: end, at: offset, element: Self.element) else { return }
        if heart.isRecovery(after: times.1) {
            writer.report.leftOut.note(HealthIdentifier.heartRate, reason: .noMeasurement)
        }
        if heart.dropped > 0 {
            writer.report.leftOut.note(HealthIdentifier.heartRate, reason: .incomplete, count: heart.dropped)
        }
        let name = source ?? heart.source ?? AutoSources.defaultName
        sink.receive(
            .workout(
                HealthWorkout(
                    activity: AutoActivity.identifier(self.name),
                    source: writer.source(AppleDevice.source(named: name, device: ""), into: &sink),
                    start: times.0,
                    end: times.1,
                    duration: duration,
                    statistics: statistics(until: times.1)
                )
            )
        )
    }

    private func statistics(until end: Int64) -> [HealthStatistic] {
        var found: [HealthStatistic] = []
        func add(_ type: String, quantity: AutoQuantity?) {
            guard let quantity else { return }
            found.append(HealthStatistic(type: type, unit: quantity.unit, sum: quantity.value))
        }
        add(HealthWorkout.totalDistance, quantity: distance)
        add(HealthIdentifier.activeEnergy, quantity: activeEnergy)
        add(HealthWorkout.totalEnergy, quantity: totalEnergy)
        return found + (heart.statistic(until: end).map { [$0] } ?? [])
    }
}
