import FoundationEssentials
import VitalRecords

/// Records of every kind of device and origin, as a hub makes them.
enum SampleRecords {
    static let all: [(name: String, record: VitalRecord)] = [
        ("cuff", cuff), ("cuff-in-kilopascal", kilopascal), ("cuff-without-diastolic", half), ("oximeter", oximeter),
        ("thermometer-in-fahrenheit", thermometer), ("scale", scale), ("scale-without-maker", nameless),
        ("glucose-capillary", glucose), ("glucose-molar", molar), ("glucose-high", high), ("spirometer", spirometer),
        ("coagulation-meter", coagulation), ("respiration-meter", respiration), ("photo", photo), ("typed", typed),
        ("imported-day", day), ("imported-night", night),
    ]

    static let cuff = meter(
        1,
        "A&D",
        "UA-651BLE",
        [
            ("systolic", "128", "mm[Hg]"), ("diastolic", "81", "mm[Hg]"), ("mean_arterial_pressure", "97", "mm[Hg]"),
            ("pulse", "64", "/min"),
        ],
        context: ReadingContext(statusFlags: ["irregular_pulse"]),
        ahead: -90
    )
    static let kilopascal = meter(2, "Beurer", "BM57", [("systolic", "16.0", "kPa"), ("diastolic", "10.5", "kPa")])
    static let half = meter(3, "Beurer", "BM57", [("systolic", "290", "mm[Hg]")], context: doubted("systolic"))
    static let oximeter = meter(
        4,
        "Nonin",
        "3230",
        [("spo2", "97", "%"), ("pulse", "61", "/min"), ("pulse_amplitude_index", "4.0", "%")],
        ahead: 0
    )
    static let thermometer = meter(
        5,
        "A&D",
        "UT-201BLE",
        [("body_temperature", "98.60", "[degF]")],
        context: ReadingContext(statusFlags: ["site_ear"])
    )
    static let scale = meter(
        6,
        "A&D",
        "UC-352BLE",
        [
            ("body_weight", "71.20", "kg"), ("bmi", "23.0", "kg/m2"), ("body_height", "1.76", "m"),
            ("body_fat", "21.5", "%"), ("body_lean_mass", "55.9", "kg"), ("body_soft_lean_mass", "52.8", "kg"),
            ("body_water_mass", "40.1", "kg"), ("body_impedance", "498", "Ohm"),
        ]
    )
    static let nameless = meter(7, nil, nil, [("body_weight", "11.2", "[stone_av]")])
    static let glucose = meter(
        8,
        "Contour",
        "Next One",
        [("blood_glucose", "112", "mg/dL"), ("hba1c", "6.1", "%")],
        context: ReadingContext(
            meal: "before_meal",
            statusFlags: ["sample_capillary_whole_blood", "location_finger"]
        ),
        type: .diabetes,
        ahead: 3_600
    )
    static let molar = meter(
        9,
        "Contour",
        "Next One",
        [("blood_glucose", "7.0", "mmol/L")],
        context: ReadingContext(meal: "bedtime", statusFlags: ["sample_undetermined_plasma"]),
        type: .diabetes
    )
    static let high = meter(
        10,
        "Roche",
        "Accu-Chek Guide",
        [],
        context: ReadingContext(
            statusFlags: ["sample_capillary_plasma"],
            outOfBounds: [OutOfBounds(metric: .bloodGlucose, direction: .high)]
        ),
        type: .diabetes
    )
    static let spirometer = meter(
        11,
        "Vitalograph",
        "4000",
        [("fev1", "3.12", "L"), ("fev6", "4.01", "L"), ("pef", "488", "L/min")]
    )
    static let coagulation = meter(12, "Roche", "CoaguChek", [("inr", "2.40", "{INR}")])
    static let respiration = meter(13, "Respirometer", "R1", [("respiratory_rate", "16", "/min")])
    static let photo = record(
        14,
        source: RecordSource(
            kind: .ocr,
            manufacturer: "Omron",
            model: "M3",
            recognition: DisplayRecognition(text: "138\n85\n70", confidence: 0.97, accepted: true)
        ),
        [("systolic", "138", "mm[Hg]"), ("diastolic", "85", "mm[Hg]"), ("pulse", "70", "/min")]
    )
    static let typed = record(
        15,
        source: RecordSource(kind: .manual),
        [("body_temperature", "37.6", "Cel"), ("spo2", "0.95", "1")],
        revision: 2
    )
    static let day = record(
        16,
        source: RecordSource(kind: .healthImport, originalSource: "Apple Watch", platform: "apple_health"),
        [("steps", "8123", "1"), ("resting_heart_rate", "58", "/min"), ("floors_climbed", "12", "1")],
        type: .routine,
        details: RecordDetails(end: time.addingTimeInterval(86_399))
    )
    static let night = record(
        17,
        source: RecordSource(kind: .healthImport, originalSource: "AutoSleep", platform: "apple_health"),
        [("sleep_duration", "27000", "s"), ("deep_sleep", "1.5", "h")],
        type: .sleep,
        details: RecordDetails(end: time.addingTimeInterval(30_000))
    )

    static let time = Date(millisecondsSince1970: 1_786_481_760_000)

    private static let seat: SeatID = {
        do { return try SeatID("bed-a") } catch { preconditionFailure("\(error)") }
    }()

    private static func doubted(_ metric: MetricName) -> ReadingContext { ReadingContext(implausible: [metric]) }

    private static func meter(
        _ number: Int,
        _ manufacturer: String?,
        _ model: String?,
        _ values: [(MetricName, String, String)],
        context: ReadingContext? = nil,
        type: RecordType = .biometrics,
        ahead: Int? = nil
    ) -> VitalRecord {
        let serial = manufacturer == nil ? nil : "SN\(number)"
        let source = RecordSource(kind: .bluetooth, manufacturer: manufacturer, model: model, serial: serial)
        return record(number, source: source, values, type: type, context: context, ahead: ahead)
    }

    static func record(
        _ number: Int,
        source: RecordSource,
        _ values: [(MetricName, String, String)],
        type: RecordType = .biometrics,
        revision: Int = 1,
        context: ReadingContext? = nil,
        details: RecordDetails? = nil,
        ahead: Int? = nil
    ) -> VitalRecord {
        let key = ReadingKey(trusted: "rnd1-\(number)")
        return VitalRecord(
            logID: .derive(sessionUser: "ada", organization: nil, readingKey: key),
            readingKey: key,
            revision: revision,
            type: type,
            seat: seat,
            timestamp: time,
            utcOffset: 7_200,
            source: source,
            measurements: values.map { Measurement(metric: $0.0, value: DecimalNumber($0.1) ?? 0, unit: $0.2) },
            context: context,
            details: details,
            clockOffsetSeconds: ahead,
            receivedAt: time.addingTimeInterval(12.345)
        )
    }

    /// Every metric in its canonical unit, and again in units with other codes: each metric with a code has a resource.
    static let everything: [VitalRecord] = [
        record(100, source: RecordSource(kind: .manual), MetricTable.metrics.map { value($0, $0.canonicalUnit.ucum) }),
        record(
            101,
            source: RecordSource(kind: .manual),
            MetricTable.metrics.flatMap { metric in metric.clinical.loincByUnit.keys.map { value(metric, $0) } }
        ),
    ]

    private static func value(_ metric: Metric, _ unit: String) -> (MetricName, String, String) {
        (metric.name, "12.50", unit)
    }
}
