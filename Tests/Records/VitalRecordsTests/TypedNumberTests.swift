import Testing
import VitalRecords

@Suite("Typed numbers")
struct TypedNumberTests {
    @Test(
        "Digits of any script, either decimal sign, groups and every minus",
        arguments: [
            ("37.5", "37.5"), ("37,5", "37.5"), ("٣٧٫٥", "37.5"), ("۳۷٫۵", "37.5"), ("３７．５", "37.5"), ("36·5", "36.5"),
            (" 70.50 ", "70.50"), ("10 000", "10000"), ("10\u{202F}000", "10000"), ("1'234.5", "1234.5"),
            ("1’234,5", "1234.5"), ("1,234.5", "1234.5"), ("1.234,5", "1234.5"), ("1,234,567", "1234567"),
            ("−0.4", "-0.4"), ("–0,4", "-0.4"), ("+128", "128"), ("0,125", "0.125"), ("1234,567", "1234.567"),
            ("٬١٢", nil), ("12,34,5", nil), ("1,2,3", nil), ("1..5", nil), ("5,", nil), (",5", nil), ("1 2", nil),
            ("10 00", nil), ("12a", nil), ("", nil), (" ", nil), ("--1", nil), ("Ⅷ", nil), ("五", nil), ("1e3", nil),
        ] as [(String, String?)]
    )
    func readings(text: String, number: String?) {
        let read = TypedNumber(text)
        #expect(read == number.flatMap { DecimalNumber($0) }.map { .one($0) })
    }

    @Test("One separator before three digits has two meanings, unless only one is a value of the metric")
    func twoMeanings() throws {
        let read = try #require(TypedNumber("10,000"))
        #expect(read == .either(fraction: try #require(DecimalNumber("10.000")), groups: 10_000))
        #expect(TypedNumber("10,000", point: ",") == .one(10))
        #expect(TypedNumber("10.000", point: ".") == .one(10))
        let (steps, weight) = (MetricTable.metric(named: .steps), MetricTable.metric(named: .bodyWeight))
        #expect(read.value(of: try #require(steps), unit: nil) == nil)
        let mass = try #require(TypedNumber("70,500"))
        #expect(mass.value(of: try #require(weight), unit: "kg") == DecimalNumber("70.5"))
        // No person weighs either of them: it is refused later.
        #expect(try #require(TypedNumber("900,000")).value(of: try #require(weight), unit: "kg") == 900)
    }

    @Test(
        "A number ends where its unit begins",
        arguments: [
            ("6,2mmol/L", "6,2"), ("6.2,mmol/L", "6.2"), ("10 000 steps", "10 000"), ("70.5 kg", "70.5"),
            ("128 81", "128"), ("-0.5C", "-0.5"), ("kg", ""), ("5.4", "5.4"), ("٣٧٫٥C", "٣٧٫٥"), ("5. kg", "5"),
        ]
    )
    func prefixes(text: String, number: String) {
        #expect(TypedNumber.prefix(of: text[...]) == number)
    }
}
