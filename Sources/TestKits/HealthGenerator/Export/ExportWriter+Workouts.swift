extension ExportWriter {
    /// Writes a workout, in the old form with values in attributes, or with statistics.
    mutating func write(_ workout: DayPlan.Workout, piece: DayPiece, plan: DayPlan) {
        let isOld = !options.hasStatistics || workout.source == .app
        let number = keeper.truth.workouts.count
        let route =
            options.hasBeats && workout.distance != nil && workout.source == .watch
            ? "/workout-routes/route_\(CivilDay(number: piece.day).text)_\(number + 1).gpx" : nil
        count(type: "HKWorkoutTypeIdentifier")
        elements.open("Workout", indent: 1)
        elements.text.attribute("workoutActivityType", value: workout.activity)
        elements.text.attribute("duration", amount: workout.minutes)
        elements.text.attribute("durationUnit", value: "min")
        if isOld { totals(workout) }
        elements.source(workout.source)
        elements.date("creationDate", at: workout.end, piece: piece)
        elements.date("startDate", at: workout.start, piece: piece)
        elements.date("endDate", at: workout.end, piece: piece)
        elements.text.line(">")
        if workout.source == .watch { elements.metadata("HKTimeZone", value: plan.zone) }
        elements.metadata("HKAverageMETs", value: "4.5 kcal/hr·kg")
        elements.metadata("HKWeatherHumidity", value: "6400 %")
        if workout.pause.count > 1 { event(workout, piece: piece) }
        if !isOld {
            activity(workout, piece: piece)
            statistics(workout, piece: piece, indent: 2)
        }
        if let route { self.route(route, workout: workout, piece: piece) }
        elements.text.line(" </Workout>")
        note(workout, plan: plan, isOld: isOld, route: route)
    }

    private var isUS: Bool { options.units.isUS }

    private mutating func totals(_ workout: DayPlan.Workout) {
        if workout.distance != nil {
            elements.text.attribute("totalDistance", amount: workout.distance(isUS: isUS))
            elements.text.attribute("totalDistanceUnit", value: isUS ? "mi" : "km")
        }
        elements.text.attribute("totalEnergyBurned", amount: workout.energy(isUS: isUS))
        elements.text.attribute("totalEnergyBurnedUnit", value: isUS ? "Cal" : "kJ")
    }

    private mutating func event(_ workout: DayPlan.Workout, piece: DayPiece) {
        elements.open("WorkoutEvent", indent: 2)
        elements.text.attribute("type", value: "HKWorkoutEventTypePause")
        elements.date("date", at: workout.pause.lowerBound, piece: piece)
        elements.text.attribute("duration", amount: Amount(Double(workout.pause.count) / 60, places: 4))
        elements.text.attribute("durationUnit", value: "min")
        elements.text.line("/>")
    }

    /// Writes an activity of the workout, which repeats the data of the whole; version 12 has none.
    private mutating func activity(_ workout: DayPlan.Workout, piece: DayPiece) {
        guard options.isAfterVersion12 else { return }
        elements.open("WorkoutActivity", indent: 2)
        elements.text.attribute("uuid", value: workout.uuid)
        elements.date("startDate", at: workout.start, piece: piece)
        elements.date("endDate", at: workout.end, piece: piece)
        elements.text.attribute("duration", amount: workout.minutes)
        elements.text.attribute("durationUnit", value: "min")
        elements.text.line(">")
        elements.metadata("WOIntervalStepKeyPath", value: "0.0.0", indent: 3)
        statistics(workout, piece: piece, indent: 3)
        elements.text.line("  </WorkoutActivity>")
    }

    private mutating func statistics(_ workout: DayPlan.Workout, piece: DayPiece, indent: Int) {
        let (length, energyUnit) = isUS ? ("mi", "Cal") : ("km", "kJ")
        let (distance, energy, pulse) = (workout.distance(isUS: isUS), workout.energy(isUS: isUS), workout.pulse)
        statistic("HKQuantityTypeIdentifierActiveEnergyBurned", workout: workout, piece: piece, indent: indent) {
            $0.attribute("sum", amount: energy)
            $0.attribute("unit", value: energyUnit)
        }
        statistic("HKQuantityTypeIdentifierHeartRate", workout: workout, piece: piece, indent: indent) {
            $0.attribute("average", amount: pulse)
            $0.attribute("minimum", amount: Amount(71))
            $0.attribute("maximum", amount: Amount(183))
            $0.attribute("unit", value: "count/min")
        }
        guard let type = workout.distance else { return }
        statistic(type, workout: workout, piece: piece, indent: indent) {
            $0.attribute("sum", amount: distance)
            $0.attribute("unit", value: length)
        }
    }

    private mutating func statistic(
        _ type: String,
        workout: DayPlan.Workout,
        piece: DayPiece,
        indent: Int,
        _ values: (inout ExportText) -> Void
    ) {
        elements.open("WorkoutStatistics", indent: indent)
        elements.text.attribute("type", value: type)
        elements.date("startDate", at: workout.start, piece: piece)
        elements.date(elements.hasFault(.duplicateAttribute) ? "startDate" : "endDate", at: workout.end, piece: piece)
        values(&elements.text)
        elements.text.line("/>")
    }

    private mutating func route(_ path: String, workout: DayPlan.Workout, piece: DayPiece) {
        elements.open("WorkoutRoute", indent: 2)
        elements.source(workout.source)
        for name in ["creationDate", "startDate", "endDate"] { elements.date(name, at: workout.end, piece: piece) }
        elements.text.line(">")
        elements.open("FileReference", indent: 3)
        elements.text.attribute("path", value: path)
        elements.text.line("/>")
        elements.text.line("  </WorkoutRoute>")
    }

    /// Records the truth of a workout; one without statistics has the heart rates that its source wrote meanwhile.
    private mutating func note(_ workout: DayPlan.Workout, plan: DayPlan, isOld: Bool, route: String?) {
        let rates = plan.vitalSigns.heartRates().filter {
            $0.source == workout.source && $0.start >= workout.start && $0.start <= workout.end
        }
        let mean = rates.isEmpty ? nil : rates.reduce(0) { $0 + ($1.amount?.value ?? 0) } / Double(rates.count)
        keeper.truth.workouts.append(
            ExportTruth.Workout(
                activity: workout.activity,
                source: elements.person.source(workout.source).name,
                start: workout.start,
                end: workout.end,
                seconds: workout.minutes.value * 60,
                metres: workout.distance == nil
                    ? nil : workout.distance(isUS: isUS).value * (isUS ? 1_609.344 : 1_000),
                kilocalories: workout.energy(isUS: isUS).value / (isUS ? 1 : 4.184),
                pulse: isOld ? mean : workout.pulse.value,
                isOldForm: isOld,
                route: route
            )
        )
    }
}
