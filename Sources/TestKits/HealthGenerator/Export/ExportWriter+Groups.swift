internal import Archive

extension ExportWriter {
    /// Writes everything after the records.
    mutating func writeGroups() throws(ArchiveError) {
        try each { writer, piece, plan in writer.pressures(piece, plan) }
        try each { writer, piece, plan in writer.meals(piece, plan) }
        try each { writer, piece, plan in
            for workout in plan.workouts() where workout.end <= writer.exportedAt {
                writer.write(workout, piece, plan)
            }
        }
        try each { writer, piece, _ in writer.activitySummary(piece) }
        if options.hasBeats {
            try each { writer, piece, _ in writer.clinicalRecord(piece) }
            try each { writer, piece, _ in writer.audiogram(piece) }
        }
        if options.hasStages { try each { writer, piece, _ in writer.glasses(piece) } }
    }

    private mutating func each(
        _ write: (inout ExportWriter, DayPiece, DayPlan) -> Void
    ) throws(ArchiveError) {
        for piece in pieces where piece.start <= exportedAt {
            write(&self, piece, plan(piece))
            if text.bytes.count >= 1 << 18 { try flush() }
        }
    }

    // MARK: Correlations, whose records also occur at the top level

    private mutating func pressures(_ piece: DayPiece, _ plan: DayPlan) {
        let (upper, lower) = (plan.pressureSamples(isSystolic: true), plan.pressureSamples(isSystolic: false))
        for (index, pressure) in plan.pressures().enumerated() where pressure.time <= exportedAt {
            keeper.truth.pressures.append(
                ExportTruth.Pressure(time: pressure.time, systolic: pressure.systolic, diastolic: pressure.diastolic)
            )
            correlation("BloodPressure", pressure.source, pressure.time, piece, [])
            copy(upper[index], "BloodPressureSystolic", "mmHg", piece)
            copy(lower[index], "BloodPressureDiastolic", "mmHg", piece)
            text.line(" </Correlation>")
        }
    }

    private mutating func meals(_ piece: DayPiece, _ plan: DayPlan) {
        let kinds = RecordKind.all(options)
        for meal in plan.meals() where meal.time <= exportedAt {
            correlation("Food", .app, meal.time, piece, [("HKFoodType", meal.name)])
            for nutrient in DayPlan.Nutrient.allCases {
                let unit = kinds.first { $0.identifier == nutrient.identifier }?.unit
                let sample = Sample(.app, meal.time, meal.time, meal.amounts[nutrient.rawValue])
                record(sample, nutrient.identifier, unit, piece, indent: 2)
                keeper.truth.copies += 1
            }
            text.line(" </Correlation>")
        }
    }

    private mutating func correlation(
        _ name: String,
        _ source: Person.Source,
        _ time: Int64,
        _ piece: DayPiece,
        _ words: [(String, String)]
    ) {
        let type = "HKCorrelationTypeIdentifier" + name
        count(type: type)
        open("Correlation", indent: 1)
        text.attribute("type", type)
        self.source(source)
        for name in ["creationDate", "startDate", "endDate"] { date(name, time, piece) }
        text.line(">")
        for (key, value) in words { metadata(key, value) }
    }

    private mutating func copy(_ sample: Sample, _ name: String, _ unit: String, _ piece: DayPiece) {
        record(sample, RecordKind.quantity + name, unit, piece, indent: 2)
        keeper.truth.copies += 1
    }

    // MARK: The rest

    private mutating func activitySummary(_ piece: DayPiece) {
        guard piece.hasMorning else { return }
        count(type: "HKActivitySummaryTypeIdentifier")
        open("ActivitySummary", indent: 1)
        text.attribute("dateComponents", CivilDay(number: piece.day).text)
        text.attribute("activeEnergyBurned", Amount(Double(piece.day % 700) + 0.25, places: 2))
        text.attribute("activeEnergyBurnedGoal", Amount(500))
        text.attribute("activeEnergyBurnedUnit", options.units.isUS ? "Cal" : "kJ")
        text.attribute("appleExerciseTime", Amount(Double(piece.day % 90)))
        text.attribute("appleStandHours", Amount(Double(piece.day % 15)))
        text.line("/>")
    }

    private mutating func clinicalRecord(_ piece: DayPiece) {
        guard piece.day % 17 == 5 else { return }
        count(type: "ClinicalRecord")
        open("ClinicalRecord", indent: 1)
        text.attribute("type", "AllergyIntolerance")
        text.attribute("identifier", "id-\(piece.day)")
        text.attribute("sourceName", "St. Mary’s & Sons")
        text.attribute("sourceURL", "https://fhir.example.org/AllergyIntolerance?a=1&b=\(piece.day)")
        text.attribute("fhirVersion", "4.0.1")
        date("receivedDate", piece.start, piece)
        text.attribute("resourceFilePath", "/clinical-records/AllergyIntolerance-\(piece.day).json")
        text.line("/>")
    }

    private mutating func audiogram(_ piece: DayPiece) {
        guard piece.day % 19 == 7 else { return }
        let type = "HKDataTypeIdentifierAudiogram"
        count(type: type)
        open("Audiogram", indent: 1)
        text.attribute("type", type)
        source(.app)
        for name in ["creationDate", "startDate", "endDate"] { date(name, piece.start, piece) }
        text.line(">")
        for frequency in [250, 500, 1_000, 2_000, 4_000] {
            open("SensitivityPoint", indent: 2)
            text.attribute("frequencyValue", Amount(Double(frequency)))
            text.attribute("frequencyUnit", "Hz")
            text.attribute("leftEarValue", Amount(-2.5, places: 1))
            text.attribute("leftEarUnit", "dBHL")
            text.line("/>")
        }
        text.line(" </Audiogram>")
    }

    private mutating func glasses(_ piece: DayPiece) {
        guard piece.day % 23 == 9 else { return }
        let type = "HKVisionPrescriptionTypeIdentifier"
        count(type: type)
        open("VisionPrescription", indent: 1)
        text.attribute("type", type)
        date("dateIssued", piece.start, piece)
        text.line(">")
        for eye in ["RightEye", "LeftEye"] {
            open(eye, indent: 2)
            text.attribute("sphere", Amount(-1.75, places: 2))
            text.attribute("sphereUnit", "D")
            text.line("/>")
        }
        text.line(" </VisionPrescription>")
    }
}
