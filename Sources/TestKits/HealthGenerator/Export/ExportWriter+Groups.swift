internal import Archive

extension ExportWriter {
    /// Writes everything after the records.
    mutating func writeGroups() throws(ArchiveError) {
        try each { writer, piece, plan in writer.pressures(piece, plan: plan) }
        try each { writer, piece, plan in writer.meals(piece, plan: plan) }
        try each { writer, piece, plan in
            for workout in plan.workouts() where workout.end <= writer.exportedAt {
                writer.write(workout, piece: piece, plan: plan)
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
            if elements.text.bytes.count >= 1 << 18 { try flush() }
        }
    }

    // MARK: Correlations, whose records also occur at the top level

    private mutating func pressures(_ piece: DayPiece, plan: DayPlan) {
        let signs = plan.vitalSigns
        let (upper, lower) = (signs.pressureSamples(isSystolic: true), signs.pressureSamples(isSystolic: false))
        for (index, pressure) in signs.pressures().enumerated() where pressure.time <= exportedAt {
            keeper.truth.pressures.append(
                ExportTruth.Pressure(time: pressure.time, systolic: pressure.systolic, diastolic: pressure.diastolic)
            )
            correlation("BloodPressure", source: pressure.source, at: pressure.time, piece: piece, words: [])
            copy(upper[index], name: "BloodPressureSystolic", unit: "mmHg", piece: piece)
            copy(lower[index], name: "BloodPressureDiastolic", unit: "mmHg", piece: piece)
            elements.text.line(" </Correlation>")
        }
    }

    private mutating func meals(_ piece: DayPiece, plan: DayPlan) {
        let kinds = RecordKind.all(options)
        for meal in plan.meals() where meal.time <= exportedAt {
            correlation("Food", source: .app, at: meal.time, piece: piece, words: [("HKFoodType", meal.name)])
            for nutrient in DayPlan.Nutrient.allCases {
                let unit = kinds.first { $0.identifier == nutrient.identifier }?.unit
                let sample = Sample(.app, start: meal.time, end: meal.time, amount: meal.amounts[nutrient.rawValue])
                elements.record(sample, type: nutrient.identifier, unit: unit, piece: piece, indent: 2)
                keeper.truth.copies += 1
            }
            elements.text.line(" </Correlation>")
        }
    }

    private mutating func correlation(
        _ name: String,
        source: Person.Source,
        at time: Int64,
        piece: DayPiece,
        words: [(String, String)]
    ) {
        let type = "HKCorrelationTypeIdentifier" + name
        count(type: type)
        elements.open("Correlation", indent: 1)
        elements.text.attribute("type", value: type)
        elements.source(source)
        for name in ["creationDate", "startDate", "endDate"] { elements.date(name, at: time, piece: piece) }
        elements.text.line(">")
        for (key, value) in words { elements.metadata(key, value: value) }
    }

    private mutating func copy(_ sample: Sample, name: String, unit: String, piece: DayPiece) {
        elements.record(sample, type: RecordKind.quantity + name, unit: unit, piece: piece, indent: 2)
        keeper.truth.copies += 1
    }

    // MARK: The rest

    private mutating func activitySummary(_ piece: DayPiece) {
        guard piece.hasMorning else { return }
        count(type: "HKActivitySummaryTypeIdentifier")
        elements.open("ActivitySummary", indent: 1)
        elements.text.attribute("dateComponents", value: CivilDay(number: piece.day).text)
        elements.text.attribute("activeEnergyBurned", amount: Amount(Double(piece.day % 700) + 0.25, places: 2))
        elements.text.attribute("activeEnergyBurnedGoal", amount: Amount(500))
        elements.text.attribute("activeEnergyBurnedUnit", value: options.units.isUS ? "Cal" : "kJ")
        elements.text.attribute("appleExerciseTime", amount: Amount(Double(piece.day % 90)))
        elements.text.attribute("appleStandHours", amount: Amount(Double(piece.day % 15)))
        elements.text.line("/>")
    }

    private mutating func clinicalRecord(_ piece: DayPiece) {
        guard piece.day % 17 == 5 else { return }
        count(type: "ClinicalRecord")
        elements.open("ClinicalRecord", indent: 1)
        elements.text.attribute("type", value: "AllergyIntolerance")
        elements.text.attribute("identifier", value: "id-\(piece.day)")
        elements.text.attribute("sourceName", value: "St. Mary’s & Sons")
        elements.text.attribute("sourceURL", value: "https://fhir.example.org/AllergyIntolerance?a=1&b=\(piece.day)")
        elements.text.attribute("fhirVersion", value: "4.0.1")
        elements.date("receivedDate", at: piece.start, piece: piece)
        elements.text.attribute("resourceFilePath", value: "/clinical-records/AllergyIntolerance-\(piece.day).json")
        elements.text.line("/>")
    }

    private mutating func audiogram(_ piece: DayPiece) {
        guard piece.day % 19 == 7 else { return }
        let type = "HKDataTypeIdentifierAudiogram"
        count(type: type)
        elements.open("Audiogram", indent: 1)
        elements.text.attribute("type", value: type)
        elements.source(.app)
        for name in ["creationDate", "startDate", "endDate"] { elements.date(name, at: piece.start, piece: piece) }
        elements.text.line(">")
        for frequency in [250, 500, 1_000, 2_000, 4_000] {
            elements.open("SensitivityPoint", indent: 2)
            elements.text.attribute("frequencyValue", amount: Amount(Double(frequency)))
            elements.text.attribute("frequencyUnit", value: "Hz")
            elements.text.attribute("leftEarValue", amount: Amount(-2.5, places: 1))
            elements.text.attribute("leftEarUnit", value: "dBHL")
            elements.text.line("/>")
        }
        elements.text.line(" </Audiogram>")
    }

    private mutating func glasses(_ piece: DayPiece) {
        guard piece.day % 23 == 9 else { return }
        let type = "HKVisionPrescriptionTypeIdentifier"
        count(type: type)
        elements.open("VisionPrescription", indent: 1)
        elements.text.attribute("type", value: type)
        elements.date("dateIssued", at: piece.start, piece: piece)
        elements.text.line(">")
        for eye in ["RightEye", "LeftEye"] {
            elements.open(eye, indent: 2)
            elements.text.attribute("sphere", amount: Amount(-1.75, places: 2))
            elements.text.attribute("sphereUnit", value: "D")
            elements.text.line("/>")
        }
        elements.text.line(" </VisionPrescription>")
    }
}
