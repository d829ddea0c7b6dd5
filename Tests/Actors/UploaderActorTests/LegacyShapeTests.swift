import ActorRuntime
import DeliveryRules
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

/// Compares each type of record with a body for the legacy API that was written by hand after its public examples.
@Suite("Legacy formats")
struct LegacyShapeTests {
    private let access = SessionCredentials(userID: "u", organizationID: "o", token: "t")

    private func create(_ record: VitalRecord) throws -> DestinationRequest {
        try LegacyDestination(base: try BaseURL("https://api.example", key: "k"), repeats: .lookup)
            .create(record, with: access)
    }

    /// The record's object without time, offset and extras; its id is checked here.
    private func shape(_ record: VitalRecord, id: String = "activity_id") throws -> JSONValue {
        let request = try create(record)
        #expect(request.url == "https://api.example/v1/organizations/o/users/u/\(record.type).json")
        let body = try WireJSON.decode(JSONValue.self, from: try #require(request.body))
        guard case .object(var members)? = body[record.type.rawValue] else { throw Samples.Impossible() }
        #expect(members["timestamp"]?.text == "2026-08-06T09:06:40+02:00")
        #expect(members["utc_offset"]?.text == "+02:00")
        #expect(members[id]?.text == record.logID.rawValue)
        for name in ["timestamp", "utc_offset", id, "extras"] { members[name] = nil }
        return .object(members)
    }

    private func extras(_ record: VitalRecord) throws -> JSONValue? {
        let body = try WireJSON.decode(JSONValue.self, from: try #require(try create(record).body))
        return body[record.type.rawValue]?["extras"]
    }

    private func json(_ text: String) throws -> JSONValue {
        try WireJSON.decode(JSONValue.self, from: Array(text.utf8))
    }

    private func value(_ metric: MetricName, _ value: String, _ unit: String) throws -> VitalRecords.Measurement {
        VitalRecords.Measurement(metric: metric, value: try #require(DecimalNumber(value)), unit: unit)
    }

    @Test("routine")
    func routine() throws {
        let values = [
            try value(.steps, "8123", "1"), try value(.distance, "5.2", "km"), try value(.floorsClimbed, "4", "1"),
            try value(.energyBurned, "2100", "kcal"), try value(.activeEnergyBurned, "400", "kcal"),
            try value(.water, "1.5", "L"), try value(.activeDuration, "45", "min"),
        ]
        let expected = """
            {"steps":8123,"distance":5200,"floors":4,"calories_burned":2100,"water":1500,"active_duration":2700}
            """
        #expect(try shape(Samples.record(type: .routine, values)) == json(expected))
    }

    @Test("fitness has a type, a start, and the intensity only in the API's words")
    func fitness() throws {
        let values = [
            try value(.activeDuration, "31", "min"), try value(.workoutDuration, "30", "min"),
            try value(.energyBurned, "300", "kcal"), try value(.distance, "3.0", "[mi_i]"),
        ]
        let details = RecordDetails(name: "Morning Run", category: "running", intensity: "high")
        let expected = """
            {"type":"Morning Run","intensity":"high","start_time":"2026-08-06T09:06:40+02:00","duration":1800,
             "calories":300,"distance":4828}
            """
        #expect(try shape(Samples.record(type: .fitness, values, details: details)) == json(expected))
        let odd = RecordDetails(category: "running", intensity: "brutal")
        // Without the exact metric, its substitute fills the field.
        let stand = try shape(Samples.record(type: .fitness, [values[0]], details: odd))
        let short = #"{"type":"running","start_time":"2026-08-06T09:06:40+02:00","duration":1860}"#
        #expect(try stand == json(short))
    }

    @Test("nutrition is flat: a meal's name, and sums if there are only segments")
    func nutrition() throws {
        let values = [try value(.energyConsumed, "520", "kcal"), try value(.sodium, "0.9", "g")]
        let lunch = RecordDetails(name: "Lunch")
        let expected = #"{"meal":"Lunch","calories":520,"sodium":900}"#
        #expect(try shape(Samples.record(type: .nutrition, values, details: lunch)) == json(expected))
        let food = FoodItem(name: "Soup", measurements: [try value(.protein, "12", "g")])
        let breakfast = RecordSegment(name: "Breakfast", measurements: [try value(.protein, "8.5", "g")])
        let supper = RecordSegment(name: "Supper", foods: [food, food])
        let day = try Samples.record(type: .nutrition, [], details: RecordDetails(segments: [breakfast, supper]))
        #expect(try shape(day) == json(#"{"protein":32.5}"#))
        let one = try Samples.record(type: .nutrition, [], details: RecordDetails(segments: [breakfast]))
        #expect(try shape(one) == json(#"{"meal":"Breakfast","protein":8.5}"#))
    }

    @Test("sleep")
    func sleep() throws {
        let values = [
            try value(.sleepDuration, "7.5", "h"), try value(.deepSleep, "95", "min"), try value(.lightSleep, "4", "h"),
            try value(.remSleep, "100", "min"), try value(.awakeDuration, "12", "min"),
            try value(.awakeCount, "3", "1"),
        ]
        let expected = """
            {"total_sleep":27000,"deep":5700,"light":14400,"rem":6000,"awake":720,"times_woken":3}
            """
        #expect(try shape(Samples.record(type: .sleep, values)) == json(expected))
    }

    @Test("an offset of no zone is written unchanged", arguments: [(Int.min, "-"), (.max, "+")])
    func offset(offset: Int, sign: String) throws {
        var record = try Samples.record()
        record.utcOffset = offset
        let body = try WireJSON.decode(JSONValue.self, from: try #require(try create(record).body))
        #expect(body["biometrics"]?["utc_offset"]?.text?.hasPrefix(sign) == true)
    }

    @Test("weight and biometrics name their id data_id")
    func weight() throws {
        let values = [
            try value(.bodyWeight, "11.5", "[stone_av]"), try value(.bodyHeight, "1.80", "m"),
            try value(.bodyFat, "22.5", "%"), try value(.bodyLeanMass, "60.1", "kg"), try value(.bmi, "22.5", "kg/m2"),
        ]
        let expected = #"{"weight":73.0,"height":180,"fat_percent":22.5,"free_mass":60.1,"bmi":22.5}"#
        #expect(try shape(Samples.record(type: .weight, values), id: "data_id") == json(expected))
        #expect(try shape(Samples.record(), id: "data_id") == json(#"{"systolic":122,"diastolic":73}"#))
    }

    @Test("diabetes keeps the meal, and its glucose is in mg/dL")
    func diabetes() throws {
        let record = try Samples.record(
            type: .diabetes,
            [try value(.bloodGlucose, "6.2", "mmol/L")],
            context: ReadingContext(meal: "after_meal")
        )
        #expect(try shape(record) == json(#"{"blood_glucose":112,"relationship_to_meal":"after"}"#))
    }

    @Test("a resting heart rate wins over a pulse, whichever comes first")
    func standIn() throws {
        let pulse = try value(.pulse, "88", "/min")
        let resting = try value(.restingHeartRate, "61", "/min")
        for values in [[pulse, resting], [resting, pulse]] {
            let record = try Samples.record(1, values)
            #expect(try shape(record, id: "data_id") == json(#"{"resting_heartrate":61}"#))
            #expect(try extras(record)?["measurements"] == json(#"[{"type":"pulse","unit":"/min","value":88}]"#))
        }
        let alone = try Samples.record(1, [pulse, try value(.pulse, "90", "/min")])
        #expect(try shape(alone, id: "data_id") == json(#"{"resting_heartrate":88}"#))
    }

    @Test("values without a field are in extras; the serial number is nowhere")
    func extrasOfARecord() throws {
        let record = try Samples.record()
        let request = try create(record)
        #expect(request.leftOut == 0)
        let expected = """
            {"input":"bluetooth","manufacturer":"Acme","model":"BP 1",
             "measurements":[{"type":"mean_arterial_pressure","unit":"mm[Hg]","value":89}]}
            """
        #expect(try extras(record) == json(expected))
        #expect(!String(decoding: try #require(request.body), as: UTF8.self).contains("SECRET"))
        let nowhere = try value(.meanArterialPressure, "89", "mm[Hg]")
        #expect(throws: UploaderError.self) { try create(Samples.record(1, [nowhere])) }
    }

    // MARK: The cycle

    private func cycle() throws -> [VitalRecords.Measurement] {
        [
            try value(.sexualActivity, "1", "1"), try value(.cervicalMucusQuality, "5", "1"),
            try value(.intermenstrualBleeding, "1", "1"), try value(.menstrualFlow, "3", "1"),
            try value(.ovulationTestResult, "2", "1"), try value(.basalBodyTemperature, "97.7", "[degF]"),
        ]
    }

    @Test("all six types of reproductive health are in extras under their names")
    func reproductive() throws {
        for measurement in try cycle() {
            let sent = try extras(Samples.record(type: .biometrics, [measurement]))
            #expect(sent?[measurement.metric.rawValue] != nil, "\(measurement.metric)")
        }
        let sent = try extras(Samples.record(type: .biometrics, cycle()))
        #expect(sent?["menstrual_flow"]?.text == "medium")
        #expect(sent?["cervical_mucus_quality"]?.text == "egg_white")
        #expect(sent?["ovulation_test_result"]?.text == "luteinizing_hormone_surge")
        #expect(sent?["sexual_activity"] == .number(1) && sent?["intermenstrual_bleeding"] == .number(1))
        #expect(sent?["basal_body_temperature"] == .number(36.5))
        #expect(sent?["measurements"] == nil, "nothing stands twice")
        #expect(throws: UploaderError.self) { try create(Samples.record(type: .weight, cycle())) }
    }

    @Test("their fields are configurable")
    func configuredPlaces() throws {
        let places = try LegacyPlaces(["menstrual_flow=flow", "basal_body_temperature=extras.bbt"])
        let record = try LegacyRecord(Samples.record(type: .biometrics, cycle()), places: places)
        #expect(record.json["flow"]?.text == "medium")
        #expect(record.json["extras"]?["bbt"] == .number(36.5))
        #expect(record.json["extras"]?["basal_body_temperature"] == nil)
        #expect(record.json["extras"]?["sexual_activity"] == .number(1))
        for wrong in [
            "menstrual_flow", "pulse=pulse", "menstrual_flow=", "menstrual_flow=extras.", "menstrual_flow=a.b",
        ] {
            #expect(throws: UploaderError.self) { try LegacyPlaces([wrong]) }
        }
    }
}
