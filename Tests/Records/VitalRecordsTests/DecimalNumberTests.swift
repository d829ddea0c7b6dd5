import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@Suite struct DecimalNumberTests {
    @Test(
        arguments: [
            (3650, -2, "36.50"), (-5, -1, "-0.5"), (5, -3, "0.005"), (0, -1, "0.0"), (0, 5, "0"), (364, 1, "3640"),
            (-364, 0, "-364"), (Int64.min, 0, "-9223372036854775808"), (120, -1, "12.0"),
        ] as [(Int64, Int8, String)]
    )
    func textHasAllDigits(mantissa: Int64, exponent: Int8, text: String) {
        #expect(DecimalNumber(mantissa: mantissa, exponent: exponent).description == text)
    }

    @Test(
        arguments: [
            ("36.50", 3650, -2), ("-0.5", -5, -1), ("+7", 7, 0), ("1.2e-3", 12, -4), ("5E2", 5, 2), ("000", 0, 0),
            ("0.00", 0, -2), ("-9223372036854775808", Int64.min, 0),
            ("12000000000000000000000", 1_200_000_000_000_000_000, 4),
        ] as [(String, Int64, Int8)]
    )
    func textIsRead(text: String, mantissa: Int64, exponent: Int8) throws {
        let number = try #require(DecimalNumber(text))
        #expect(number.mantissa == mantissa)
        #expect(number.exponent == exponent)
    }

    @Test(arguments: [
        "", "-", ".", ".5", "5.", "1e", "e5", "1 ", " 1", "1,5", "0x10", "NaN", "inf", "1e999999999", "1e200", "٣",
        "9223372036854775809", "--1", "1.2.3",
    ])
    func otherTextIsRefused(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test func everyNumberSurvivesItsText() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<4_000 {
            let number = generator.number()
            let copy = try #require(DecimalNumber(number.description))
            #expect(copy == number)
            #expect(copy.description == number.description)
            #expect(copy.fractionDigits == number.fractionDigits)
        }
    }

    @Test func everyNumberSurvivesDecimal() throws {
        var generator = SplitMix64(seed: 2)
        for _ in 0..<2_000 {
            let number = generator.number(exponentsTo: 100)
            let decimal = try #require(number.decimal, "\(number)")
            #expect(DecimalNumber(exactly: decimal) == number)
        }
    }

    @Test func aNumberThatDecimalCannotHoldGivesNone() {
        #expect(DecimalNumber(mantissa: 10, exponent: 127).decimal == nil)
        #expect(DecimalNumber(mantissa: 1, exponent: 127).decimal != nil)
    }

    @Test func equalValuesAreEqualAndHashEqually() {
        let numbers = [DecimalNumber(mantissa: 3650, exponent: -2), DecimalNumber(mantissa: 365, exponent: -1)]
        #expect(numbers[0] == numbers[1])
        #expect(Set(numbers).count == 1)
        #expect(DecimalNumber(mantissa: 0, exponent: 100) == 0)
        #expect(DecimalNumber(mantissa: 10, exponent: 127) != DecimalNumber(mantissa: 10, exponent: 126))
    }

    /// Foundation's decimal, with twice the digits, is an independent check of the order.
    @Test func orderIsThatOfDecimal() throws {
        var generator = SplitMix64(seed: 3)
        for round in 0..<2_000 {
            let left = generator.number(exponentsTo: 100)
            // Every other pair is close together, where an inexact comparison fails.
            let neighbour = DecimalNumber(mantissa: left.mantissa ^ 1, exponent: left.exponent)
            let right = round.isMultiple(of: 2) ? generator.number(exponentsTo: 100) : neighbour
            let (first, second) = (try #require(left.decimal), try #require(right.decimal))
            #expect((left < right) == (first < second), "\(left) \(right)")
            #expect((left == right) == (first == second), "\(left) \(right)")
        }
        #expect(
            DecimalNumber(mantissa: 9_223_372_036_854_775_807, exponent: -18) < DecimalNumber(mantissa: 10, exponent: 0)
        )
        #expect(DecimalNumber(mantissa: -1, exponent: 127) < DecimalNumber(mantissa: -1, exponent: -128))
    }

    @Test(arguments: [
        ("0.125", 2, "0.12"), ("0.135", 2, "0.14"), ("-0.125", 2, "-0.12"), ("-0.1251", 2, "-0.13"), ("12", 2, "12.00"),
        ("0.5", 0, "0"), ("1.5", 0, "2"), ("2.5", 0, "2"), ("1e-100", 3, "0.000"),
    ])
    func roundingIsHalfToEven(text: String, digits: Int, expected: String) throws {
        #expect(try #require(DecimalNumber(text)).rounded(fractionDigits: digits)?.description == expected)
    }

    @Test func arithmeticThatDoesNotFitGivesNothing() {
        let large = DecimalNumber(Int64.max)
        #expect(large.multiplied(by: 2, over: 1, fractionDigits: 0) == nil)
        #expect(large.multiplied(by: Int64.max, over: 1, fractionDigits: 18) == nil)
        #expect(large.multiplied(by: 1, over: 0, fractionDigits: 0) == nil)
        #expect(
            DecimalNumber(Int64.min).multiplied(by: Int64.min, over: Int64.min, fractionDigits: 0)
                == DecimalNumber(Int64.min)
        )
        #expect(large.adding(1) == nil)
        #expect(DecimalNumber(mantissa: 1, exponent: 127).adding(DecimalNumber(mantissa: 1, exponent: -128)) == nil)
        #expect(
            DecimalNumber(mantissa: 105, exponent: -1).adding(DecimalNumber(mantissa: 25, exponent: -2))
                == DecimalNumber("10.75")
        )
    }

    @Test func arithmeticNeverTraps() {
        var generator = SplitMix64(seed: 4)
        for _ in 0..<4_000 {
            let (left, right) = (generator.number(), generator.number())
            let factor = (generator.number().mantissa, generator.number().mantissa)
            _ = left.multiplied(
                by: factor.0,
                over: factor.1,
                fractionDigits: Int.random(in: -1...19, using: &generator)
            )
            _ = left.adding(right)
        }
    }

    @Test(arguments: [
        ("97.33333333333333333333", "97.3333333333333333"), ("0.9999999999999999999999", "1"),
        ("9300000000000000025", "9300000000000000020"), ("-9300000000000000035", "-9300000000000000040"),
    ])
    func longDecimalsAreRoundedTo18Digits(text: String, expected: String) throws {
        let decimal = try #require(Decimal(string: text))
        #expect(DecimalNumber(exactly: decimal) == nil)
        #expect(DecimalNumber(rounding: decimal) == DecimalNumber(expected))
    }
}

extension SplitMix64 {
    /// A number with a random count of digits and an exponent up to a limit.
    mutating func number(exponentsTo limit: Int8 = .max) -> DecimalNumber {
        let mantissa = Int64(bitPattern: next()) >> Int64.random(in: 0...63, using: &self)
        return DecimalNumber(mantissa: mantissa, exponent: .random(in: .min...limit, using: &self))
    }
}
