/// Apple's document type for each version, generated from a table of elements and attributes.
struct DocumentType {
    private struct Element {
        let name: String
        let content: String
        /// Attribute names; a star marks required ones.
        let attributes: String
    }

    private let version: Int
    private let isBroken: Bool

    init(version: Int, isBroken: Bool) {
        self.version = version
        self.isBroken = isBroken
    }

    func write(into text: inout ExportText) {
        text.line("<!DOCTYPE HealthData [")
        text.line("<!-- HealthKit Export Version: \(version) -->")
        for element in elements {
            text.line("<!ELEMENT \(element.name) \(element.content)>")
            guard !element.attributes.isEmpty else { continue }
            text.line("<!ATTLIST \(element.name)")
            for name in element.attributes.split(separator: " ") {
                let isNeeded = name.hasSuffix("*")
                text.line("  \(isNeeded ? name.dropLast() : name) CDATA #\(isNeeded ? "REQUIRED" : "IMPLIED")")
            }
            // The error of iOS 16.0: a list without its end, the next declarations inside it, and an extra end.
            if !(isBroken && element.name == "VisionPrescription") { text.line(">") }
        }
        if isBroken { text.line(">") }
        text.line("]>")
    }

    private var elements: [Element] {
        let source = "sourceName* sourceVersion device creationDate startDate* endDate*"
        let top =
            "Record|Correlation|Workout|ActivitySummary" + (version >= 11 ? "|ClinicalRecord|Audiogram" : "")
            + (version >= 12 ? "|VisionPrescription" : "")
        let characteristics = ["DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType"]
        let mine = (characteristics + (version >= 13 ? ["CardioFitnessMedicationsUse"] : []))
            .map { "HKCharacteristicTypeIdentifier\($0)*" }.joined(separator: " ")
        let beats = version >= 11 ? "((MetadataEntry|HeartRateVariabilityMetadataList)*)" : "(MetadataEntry*)"
        let parts = "MetadataEntry|WorkoutEvent" + (version >= 11 ? "|WorkoutRoute" : "")
        return [
            Element(name: "HealthData", content: "(ExportDate,Me,(\(top))*)", attributes: "locale*"),
            Element(name: "ExportDate", content: "EMPTY", attributes: "value*"),
            Element(name: "Me", content: "EMPTY", attributes: mine),
            Element(name: "Record", content: beats, attributes: "type* unit value " + source),
            Element(name: "Correlation", content: "((MetadataEntry|Record)*)", attributes: "type* " + source),
            Element(
                name: "Workout",
                content: "((\(parts)\(version >= 12 ? "|WorkoutStatistics" : ""))*)",
                attributes: "workoutActivityType* duration durationUnit totalDistance totalDistanceUnit "
                    + "totalEnergyBurned totalEnergyBurnedUnit " + source
            ),
            Element(name: "WorkoutEvent", content: "(MetadataEntry*)", attributes: "type* date* duration durationUnit"),
            Element(
                name: "ActivitySummary",
                content: "EMPTY",
                attributes: "dateComponents activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit "
                    + "appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal"
            ),
            Element(name: "MetadataEntry", content: "EMPTY", attributes: "key* value*"),
        ] + (version >= 11 ? since11 : []) + (version >= 12 ? since12 : [])
    }

    private var since11: [Element] {
        let source = "sourceName* sourceVersion device creationDate startDate* endDate*"
        return [
            Element(
                name: "HeartRateVariabilityMetadataList",
                content: "(InstantaneousBeatsPerMinute*)",
                attributes: ""
            ),
            Element(name: "InstantaneousBeatsPerMinute", content: "EMPTY", attributes: "bpm* time*"),
            Element(name: "WorkoutRoute", content: "((MetadataEntry|FileReference)*)", attributes: source),
            Element(name: "FileReference", content: "EMPTY", attributes: "path*"),
            Element(
                name: "ClinicalRecord",
                content: "EMPTY",
                attributes: "type* identifier* sourceName* sourceURL* fhirVersion* receivedDate* resourceFilePath*"
            ),
            Element(name: "Audiogram", content: "(SensitivityPoint*)", attributes: "type* " + source),
            Element(
                name: "SensitivityPoint",
                content: "EMPTY",
                attributes: "frequencyValue* frequencyUnit* leftEarValue leftEarUnit rightEarValue rightEarUnit"
            ),
        ]
    }

    private var since12: [Element] {
        let eye = "sphere sphereUnit cylinder cylinderUnit axis axisUnit add addUnit vertex vertexUnit"
        let statistics = Element(
            name: "WorkoutStatistics",
            content: "EMPTY",
            attributes: "type* startDate* endDate* average minimum maximum sum unit"
        )
        let activity = Element(
            name: "WorkoutActivity",
            content: "(MetadataEntry*)",
            attributes: "uuid* startDate* endDate duration durationUnit"
        )
        let glasses = [
            Element(
                name: "VisionPrescription",
                content: "((RightEye|LeftEye|Attachment|MetadataEntry)*)",
                attributes: "type* dateIssued* expirationDate brand"
            ), Element(name: "RightEye", content: "EMPTY", attributes: eye),
            Element(name: "LeftEye", content: "EMPTY", attributes: eye),
            Element(name: "Attachment", content: "EMPTY", attributes: "identifier"),
        ]
        return [statistics] + (version >= 13 ? [activity] : []) + glasses
    }
}
