internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Adds sums of local days that the input has instead of samples.
    ///
    /// Of one source, type and day the largest one counts: files of one export tell of the same day at different hours.
    /// A day's sum covers the whole day of its source, and so competes with samples by the sources' order (`health.md`
    /// §2.3), in which the highest source that says anything of the type and day decides:
    /// - Where that one has a day's sum, it is the day's value. Samples of the same source are in it already, and lower
    ///   sources find no gap.
    /// - Where it has samples only, the day is the union of all samples. A lower source's day's sum fills nothing: nobody
    ///   knows which part of it lies in the gaps, and walking would count twice.
    ///
    /// A sum of nought says nothing, because exports write it for days without data. Hours of standing have no order of
    /// sources; there a day's sum counts where no hour is told of. Food is apart by source, so that a day's sum takes the
    /// place of its own source's samples only. Short intervals cannot be made of a day's sum.
    mutating func addTotals(_ totals: [HeldDayTotal], _ ranks: SourceRanks, _ collector: HealthCollector) {
        guard !totals.isEmpty else { return }
        let places = ranks.places
        for total in totals {
            let type = collector.types[total.key.type]
            guard options.includes(total.key.day), isWhole(type.identifier, total.key.day) else { continue }
            let unit = collector.units.indices.contains(total.key.unit) ? collector.units[total.key.unit] : ""
            for row in type.rows {
                add(total, unit, row, rank: places[total.key.source] ?? .max)
            }
        }
    }

    private mutating func add(_ total: HeldDayTotal, _ unit: String, _ row: HealthMapping, rank: Int) {
        let isStanding = row.aggregation == .dayHours && row.value == HealthCategory.stood
        guard let metric = row.metric, isStanding || [.dayUnion, .daySum].contains(row.aggregation) else { return }
        guard let value = HealthUnits.canonical(metric, total.value, unit: unit) else {
            unknownUnits += 1
            return
        }
        let day = total.key.day
        let moment = history.moment(of: day)
        if row.aggregation == .daySum {
            let key = FoodDay.Key(day: day, source: total.key.source)
            foodDays[key, default: FoodDay(moment: moment)].sums.take(RankedTotal(rank: 0, value: value), of: metric)
        } else {
            routineDays[day, default: RoutineDay(moment: moment)].sums
                .take(RankedTotal(rank: rank, value: value), of: metric)
        }
    }
}
