import Testing
import VitalRecords

@Suite("Typed amounts")
struct TypedAmountTests {
    @Test(
        "An amount in several units is their sum in the last one",
        arguments: [
            (.bodyWeight, "11st4lb", "158 [lb_av]"), (.bodyWeight, "11 st 4.5 lb", "158.5 [lb_av]"),
            (.bodyWeight, "11st4", "158 [lb_av]"), (.bodyWeight, "80 kg 500 g", "80500 g"),
            (.bodyHeight, "5'11\"", "71 [in_i]"), (.bodyHeight, "5’11”", "71 [in_i]"),
            (.bodyHeight, "5ft 11,5in", "71.5 [in_i]"), (.bodyHeight, "5'11", "71 [in_i]"),
            (.bodyHeight, "1 m 80 cm", "180 cm"), (.sleepDuration, "7h30min", "450 min"),
            (.sleepDuration, "7h05", "425 min"), (.workoutDuration, "1h 2min 3s", "3723 s"),
        ] as [(MetricName, String, String)]
    )
    func sums(name: MetricName, text: String, sum: String) throws {
        let amount = TypedAmount(sum: text, of: try #require(MetricTable.metric(named: name)))
        #expect(amount.map { "\($0.value) \($0.unit.ucum)" } == sum)
    }

    @Test(
        "An amount with one unit, of rising units, of too many small ones or without a unit is none",
        arguments: [
            (.bodyWeight, "158lb"), (.bodyWeight, "4lb11st"), (.bodyWeight, "11st14lb"), (.bodyWeight, "11.5st4lb"),
            (.bodyWeight, "11st4kg"), (.bodyWeight, "11 4"), (.bodyWeight, "80 kg 500"), (.bodyHeight, "5'12"),
            (.bodyHeight, "5'"), (.sleepDuration, "1:30"), (.sleepDuration, "7h60"), (.bodyTemperature, "36°6"),
            (.pulse, "1 2"), (.bodyWeight, "-11st4lb"), (.bodyWeight, ""),
        ] as [(MetricName, String)]
    )
    func noSums(name: MetricName, text: String) throws {
        #expect(TypedAmount(sum: text, of: try #require(MetricTable.metric(named: name))) == nil)
    }

    @Test(
        "A number without a unit has one only if nothing else can be meant",
        arguments: [
            (.bodyHeight, "180", "cm"), (.bodyHeight, "71", nil), ("body_waist", "34", nil), (.sleepDuration, "8", nil),
            (.distance, "5", nil), ("triglyceride", "1.5", nil), ("white_cell_count", "6.5", nil),
            (.bodyWeight, "70", nil), (.pulse, "64", "/min"), (.systolic, "128", "mm[Hg]"), (.spo2, "97", "%"),
            (.steps, "9000", "1"), (.carbohydrate, "50", "g"), (.bloodKetone, "0.6", "mmol/L"), ("inr", "2.5", "{INR}"),
        ] as [(MetricName, String, String?)]
    )
    func bareNumbers(name: MetricName, number: String, unit: String?) throws {
        let metric = try #require(MetricTable.metric(named: name))
        #expect(metric.unit(ofBare: try #require(DecimalNumber(number)))?.ucum == unit)
    }
}
