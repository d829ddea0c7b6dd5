extension ExportWriter {
    /// Writes a workout, in the old form with values in attributes, or with statistics.
    mutating func write(_ workout: DayPlan.Workout, _ piece: DayPiece, _ plan: DayPlan) {
        let isOld = !options.hasStatistics || workout.source == .app
        let number = keeper.truth.workouts.count
        let route =
            options.hasBeats && workout.distance != nil && workout.source == .watch
            ? "/workout-routes/route_\(CivilDay(number: piece.day).text)_\(number + 1).gpx" : nil
        count(type: "HKWorkoutTypeIdentifier")
        open("Workout", indent: 1)
        text.attribute("workoutActivityType", workout.activity)
        text.attribute("duration", workout.minutes)
        text.attribute("durationUnit", "min")
        if isOld { totals(workout) }
        source(workout.source)
        date("creationDate", workout.end, piece)
        date("startDate", workout.start, piece)
        date("endDate", workout.end, piece)
        text.line(">")
        if workout.source == .watch { metadata("HKTimeZone", plan.zone) }
        metadata("HKAverageMETs", "4.5 kcal/hr·kg")
        metadata("HKWeatherHumidity", "6400 %")
        if workout.pause.count > 1 { event(workout, piece) }
        if !isOld {
            activity(workout, piece)
            statistics(workout, piece, indent: 2)
        }
        if let route { self.route(route, workout, piece) }
        text.line(" </Workout>")
        note(workout, plan, isOld: isOld, route: route)
    }

    private func distance(_ workout: DayPlan.Workout) -> Amount {
        Amount(workout.metres / (options.units.isUS ? 1_609.344 : 1_000), places: 6)
    }

    private func energy(_ workout: DayPlan.Workout) -> Amount {
        Amount(workout.kilocalories * (options.units.isUS ? 1 : 4.184), places: 3)
    }

    private func pulse(_ workout: DayPlan.Workout) -> Amount {
        Amount(100 + Double(Int(workout.kilocalories) % 60) + 0.375, places: 3)
    }

    private mutating func totals(_ workout: DayPlan.Workout) {
        if workout.distance != nil {
            text.attribute("totalDistance", distance(workout))
            text.attribute("totalDistanceUnit", options.units.isUS ? "mi" : "km")
        }
        text.attribute("totalEnergyBurned", energy(workout))
        text.attribute("totalEnergyBurnedUnit", options.units.isUS ? "Cal" : "kJ")
    }

    private mutating func event(_ workout: DayPlan.Workout, _ piece: DayPiece) {
        open("WorkoutEvent", indent: 2)
        text.attribute("type", "HKWorkoutEventTypePause")
        date("date", workout.pause.lowerBound, piece)
        text.attribute("duration", Amount(Double(workout.pause.count) / 60, places: 4))
        text.attribute("durationUnit", "min")
        text.line("/>")
    }

    /// Writes an activity of the workout, which repeats the data of the whole; version 12 has none.
    private mutating func activity(_ workout: DayPlan.Workout, _ piece: DayPiece) {
        guard options.isAfterVersion12 else { return }
        open("WorkoutActivity", indent: 2)
        text.attribute("uuid", workout.uuid)
        date("startDate", workout.start, piece)
        date("endDate", workout.end, piece)
        text.attribute("duration", workout.minutes)
        text.attribute("durationUnit", "min")
        text.line(">")
        metadata("WOIntervalStepKeyPath", "0.0.0", indent: 3)
        statistics(workout, piece, indent: 3)
        text.line("  </WorkoutActivity>")
    }

    private mutating func statistics(_ workout: DayPlan.Workout, _ piece: DayPiece, indent: Int) {
        let (length, energyUnit) = options.units.isUS ? ("mi", "Cal") : ("km", "kJ")
        let (distance, energy, pulse) = (distance(workout), energy(workout), pulse(workout))
        statistic("HKQuantityTypeIdentifierActiveEnergyBurned", workout, piece, indent) {
            $0.attribute("sum", energy)
            $0.attribute("unit", energyUnit)
        }
        statistic("HKQuantityTypeIdentifierHeartRate", workout, piece, indent) {
            $0.attribute("average", pulse)
            $0.attribute("minimum", Amount(71))
            $0.attribute("maximum", Amount(183))
            $0.attribute("unit", "count/min")
        }
        guard let type = workout.distance else { return }
        statistic(type, workout, piece, indent) {
            $0.attribute("sum", distance)
            $0.attribute("unit", length)
        }
    }

    private mutating func statistic(
        _ type: String,
        _ workout: DayPlan.Workout,
        _ piece: DayPiece,
        _ indent: Int,
        _ values: (inout ExportText) -> Void
    ) {
        open("WorkoutStatistics", indent: indent)
        text.attribute("type", type)
        date("startDate", workout.start, piece)
        date(hasFault(.duplicateAttribute) ? "startDate" : "endDate", workout.end, piece)
        values(&text)
        text.line("/>")
    }

    private mutating func route(_ path: String, _ workout: DayPlan.Workout, _ piece: DayPiece) {
        open("WorkoutRoute", indent: 2)
        source(workout.source)
        for name in ["creationDate", "startDate", "endDate"] { date(name, workout.end, piece) }
        text.line(">")
        open("FileReference", indent: 3)
        text.attribute("path", path)
        text.line("/>")
        text.line("  </WorkoutRoute>")
    }

    /// Records the truth of a workout; one without statistics has the heart rates that its source wrote meanwhile.
    private mutating func note(_ workout: DayPlan.Workout, _ plan: DayPlan, isOld: Bool, route: String?) {
        let rates = plan.heartRates().filter {
            $0.source == workout.source && $0.start >= workout.start && $0.start <= workout.end
        }
        let mean = rates.isEmpty ? nil : rates.reduce(0) { $0 + ($1.amount?.value ?? 0) } / Double(rates.count)
        keeper.truth.workouts.append(
            ExportTruth.Workout(
                activity: workout.activity,
                source: person.source(workout.source).name,
                start: workout.start,
                end: workout.end,
                seconds: workout.minutes.value * 60,
                metres: workout.distance == nil
                    ? nil : distance(workout).value * (options.units.isUS ? 1_609.344 : 1_000),
                kilocalories: energy(workout).value / (options.units.isUS ? 1 : 4.184),
                pulse: isOld ? mean : pulse(workout).value,
                isOldForm: isOld,
                route: route
            )
        )
    }
}
