import ActorRuntime
import DeliveryRules
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

/// Compares each type of record with a body for Inform Connect that was written by hand after its public examples.
@Suite("Inform formats")
struct InformShapeTests {
    private let access = SessionCredentials(userID: "u", organizationID: "o", token: "t")
    private let imported = RecordSource(kind: .healthImport, manufacturer: "Apple", platform: "apple_health")

    private func create(
        _ record: VitalRecord,
        paths: InformPaths = InformPaths()
    ) throws -> DestinationRequest {
        try InformDestination(base: try BaseURL("https://api.example", key: "k"), paths: paths, repeats: .lookup)
            .create(record, with: access)
    }

    /// The body without the members that all types share: log id, source, version, offset.
    private func shape(_ request: DestinationRequest) throws -> JSONValue {
        guard case .object(var members) = try WireJSON.decode(JSONValue.self, from: try #require(request.body)) else {
            throw Samples.Impossible()
        }
        #expect(members["version"]?.text == "1.0")
        #expect(members["utc_offset"] == .number(7_200))
        #expect(members["offset_origin"]?.text == "source")
        for name in ["log_id", "version", "utc_offset", "offset_origin", "source"] { members[name] = nil }
        return .object(members)
    }

    private func json(_ text: String) throws -> JSONValue {
        try WireJSON.decode(JSONValue.self, from: Array(text.utf8))
    }

    private func value(_ metric: MetricName, _ value: String, _ unit: String) throws -> VitalRecords.Measurement {
        VitalRecords.Measurement(metric: metric, value: try #require(DecimalNumber(value)), unit: unit)
    }

    private func end(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_786_000_000 + seconds) }

    @Test("a day is a summary with the category daily")
    func summary() throws {
        let values = [try value(.steps, "8123", "1"), try value(.distance, "3.1", "[mi_i]")]
        let details = RecordDetails(end: end(86_399))
        let record = try Samples.record(type: .routine, values, details: details, source: imported)
        let request = try create(record)
        #expect(request.url == "https://api.example/connect/provider/data/summaries")
        let expected = """
            {"type":"summary","category":"daily","start_time":"2026-08-06T07:06:40.000Z",
             "end_time":"2026-08-07T07:06:39.000Z","metrics":[
              {"type":"steps","origin":"device","unit":"count","value":8123},
              {"type":"distance","origin":"device","unit":"m","value":4989}]}
            """
        #expect(try shape(request) == json(expected))
    }

    @Test("a workout has a name and one of the public categories")
    func workout() throws {
        let values = [
            try value(.workoutDuration, "32.5", "min"), try value(.energyBurned, "1339", "kJ"),
            try value(.avgHeartRate, "141.5", "/min"),
        ]
        let details = RecordDetails(end: end(1_950), name: "Morning Run", category: "running", intensity: "high")
        let request = try create(Samples.record(type: .fitness, values, details: details))
        #expect(request.url.hasSuffix("/workouts"))
        let expected = """
            {"type":"workout","category":"running","name":"Morning Run","start_time":"2026-08-06T07:06:40.000Z",
             "end_time":"2026-08-06T07:39:10.000Z","metrics":[
              {"type":"workout_duration","origin":"device","unit":"s","value":1950},
              {"type":"energy_burned","origin":"device","unit":"kcal","value":320.0},
              {"type":"avg_heart_rate","origin":"device","unit":"bpm","value":142}]}
            """
        #expect(try shape(request) == json(expected))
        let curling = RecordDetails(category: "curling")
        let odd = try shape(create(Samples.record(type: .fitness, values, details: curling)))
        #expect(odd["category"]?.text == "other")
        #expect(odd["name"]?.text == "curling")
    }

    @Test(
        "the activities of phones and watches get the API's words",
        arguments: [
            ("cycling", "biking"), ("traditional_strength_training", "strength"), ("rowing", "cardio"),
            ("hiking", "walking"), ("swimming", "swimming"), ("yoga", "other"),
        ]
    )
    func workoutWords(category: String, word: String) throws {
        let values = [try value(.workoutDuration, "32.5", "min")]
        let record = try Samples.record(type: .fitness, values, details: RecordDetails(category: category))
        let body = try shape(create(record))
        #expect(body["category"]?.text == word)
        #expect(body["name"]?.text == category)
    }

    @Test("a meal is in segments, with its foods")
    func nutrition() throws {
        let energy = try value(.energyConsumed, "520", "kcal")
        let food = FoodItem(
            name: "Toast",
            brand: "Acme",
            measurements: [try value(.carbohydrate, "31", "g"), try value("caffeine", "1", "mg")],
            servingAmount: DecimalNumber(mantissa: 15, exponent: -1),
            servingUnit: "slice"
        )
        let details = RecordDetails(
            segments: [RecordSegment(name: "Breakfast", measurements: [energy], foods: [food])]
        )
        let request = try create(Samples.record(type: .nutrition, [], details: details))
        #expect(request.url.hasSuffix("/nutrition"))
        #expect(request.leftOut == 1)
        let expected = """
            {"type":"nutrition","start_time":"2026-08-06T07:06:40.000Z","end_time":"2026-08-06T07:06:40.000Z",
             "metrics":[],"segments":[{"name":"Breakfast",
              "metrics":[{"type":"energy_consumed","origin":"device","unit":"kcal","value":520}],
              "food":[{"name":"Toast","brand":"Acme","serving":{"amount":1.5,"unit_name":"slice"},
               "metrics":[{"type":"carbohydrate","origin":"device","unit":"g","value":31}]}]}]}
            """
        #expect(try shape(request) == json(expected))
    }

    @Test("an imported meal without parts gets one part with its name")
    func namedMeal() throws {
        let values = [try value(.energyConsumed, "520", "kcal")]
        let details = RecordDetails(name: "Breakfast")
        let request = try create(Samples.record(type: .nutrition, values, details: details, source: imported))
        let expected = """
            {"type":"nutrition","start_time":"2026-08-06T07:06:40.000Z","end_time":"2026-08-06T07:06:40.000Z",
             "metrics":[{"type":"energy_consumed","origin":"device","unit":"kcal","value":520}],
             "segments":[{"name":"Breakfast",
              "metrics":[{"type":"energy_consumed","origin":"device","unit":"kcal","value":520}]}]}
            """
        #expect(try shape(request) == json(expected))
    }

    @Test("a night has its durations in seconds")
    func sleep() throws {
        let values = [
            try value(.sleepDuration, "7.5", "h"), try value(.deepSleep, "95", "min"), try value(.awakeCount, "3", "1"),
        ]
        let request = try create(Samples.record(type: .sleep, values, details: RecordDetails(end: end(28_800))))
        #expect(request.url.hasSuffix("/sleep"))
        let expected = """
            {"type":"sleep","start_time":"2026-08-06T07:06:40.000Z","end_time":"2026-08-06T15:06:40.000Z","metrics":[
              {"type":"sleep_duration","origin":"device","unit":"s","value":27000},
              {"type":"deep_sleep","origin":"device","unit":"s","value":5700},
              {"type":"awake_count","origin":"device","unit":"count","value":3}]}
            """
        #expect(try shape(request) == json(expected))
    }

    @Test("a day in short intervals has data points, and is sent only if a path is configured")
    func intraday() throws {
        let points = [SeriesPoint(time: end(0), value: 12), SeriesPoint(time: end(900), value: 340)]
        let details = RecordDetails(
            end: end(1_800),
            granularity: Granularity(interval: 15, unit: "minute"),
            series: [
                MeasurementSeries(metric: .steps, unit: "1", points: points),
                MeasurementSeries(metric: "unheard_of", unit: "1", points: points),
            ]
        )
        let record = try Samples.record(
            type: .intraday,
            [],
            context: ReadingContext(meal: "before_meal"),
            details: details
        )
        let request = try create(record, paths: InformPaths(intraday: "/data/intraday"))
        #expect(request.url == "https://api.example/data/intraday")
        #expect(request.leftOut == 1)
        let expected = """
            {"type":"intraday","start_time":"2026-08-06T07:06:40.000Z","end_time":"2026-08-06T07:36:40.000Z",
             "granularity":{"interval":15,"unit":"minute"},"metrics":[
              {"type":"steps","origin":"device","unit":"count","data_points":[
               {"time":"2026-08-06T07:06:40.000Z","value":12},{"time":"2026-08-06T07:21:40.000Z","value":340}]}]}
            """
        #expect(try shape(request) == json(expected))
        let error = #expect(throws: UploaderError.self) { try create(record) }
        #expect(error?.message.contains("destination.inform.paths.intraday") == true)
    }

    @Test(
        "a glucose value out of bounds states this itself, and is tagged once",
        arguments: [
            ("19", "mg/dL", nil, "low"), ("601", "mg/dL", nil, "high"), ("33.4", "mmol/L", nil, "high"),
            ("601", "mg/dL", BoundsDirection.high, "high"), ("100", "mg/dL", nil, nil),
            (nil, "mg/dL", BoundsDirection.low, "low"),
        ] as [(String?, String, BoundsDirection?, String?)]
    )
    func outOfBounds(number: String?, unit: String, told: BoundsDirection?, tag: String?) throws {
        let values = try number.map { [try value(.bloodGlucose, $0, unit)] } ?? []
        let context = told.map { ReadingContext(outOfBounds: [OutOfBounds(metric: .bloodGlucose, direction: $0)]) }
        let body = try shape(create(Samples.record(type: .diabetes, values, context: context)))
        let tags = tag.map { [#"{"name":"out_of_bounds_blood_glucose","value":"\#($0)"}"#] }
        #expect(try body["tags"] == tags.map { try json("[\($0.joined(separator: ","))]") })
        guard case .array(let metrics)? = body["metrics"] else { throw Samples.Impossible() }
        #expect(metrics.count == values.count)
    }

    @Test(
        "the source's type is a public word if there is one",
        arguments: [
            (RecordSource(kind: .bluetooth), "bluetooth"), (RecordSource(kind: .healthImport), "apple_health"),
            (RecordSource(kind: .healthImport, platform: "google_fit"), "google_fit"),
            (RecordSource(kind: .ocr), "ocr"), (RecordSource(kind: .manual), "manual"),
        ]
    )
    func sourceTypes(source: RecordSource, word: String) throws {
        let request = try create(Samples.record(source: source))
        let body = try WireJSON.decode(JSONValue.self, from: try #require(request.body))
        #expect(body["source"]?["type"]?.text == word)
    }

    @Test("the series of a record that is not intraday counts as left out")
    func seriesElsewhere() throws {
        let series = MeasurementSeries(metric: .pulse, unit: "/min", points: [SeriesPoint(time: end(0), value: 60)])
        let request = try create(Samples.record(details: RecordDetails(series: [series])))
        #expect(request.leftOut == 2)
    }
}
