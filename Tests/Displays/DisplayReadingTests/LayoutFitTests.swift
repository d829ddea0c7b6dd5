import DisplayLayouts
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// Assigning rows to fields.
struct LayoutFitTests {
    /// A row with several possible texts and their probabilities.
    private static func row(
        _ texts: [(String, Double)],
        x: Double = 100,
        y: Double,
        height: Double = 40
    ) -> RowReading {
        let width = Double(texts.first?.0.count ?? 1) * height * 0.6
        let box = OrientedBox(center: Point(x: x, y: y), width: width, height: height, angle: 0)
        return RowReading(texts, box: box, sure: 0.9, reach: 0)
    }

    private static func best(_ rows: [RowReading], _ kind: DisplayKind, unit: String? = nil) -> LayoutReading? {
        LayoutFit(rows, layouts: [.standard(kind)], unit: unit).best.first
    }

    private static func texts(_ reading: LayoutReading?) -> [String: String] {
        guard let reading else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(reading.fields.map(\.key), reading.choices.map(\.reading.text)))
    }

    @Test
    func `Three rows are the blood pressure's fields from top to bottom`() {
        let rows = [
            Self.row([("72", 0.9)], y: 160, height: 30), Self.row([("128", 0.9)], y: 40),
            Self.row([("84", 0.9)], y: 100),
        ]
        let reading = Self.best(rows, .bloodPressure)
        #expect(Self.texts(reading) == ["sys": "128", "dia": "84", "pul": "72"])
        #expect(reading?.isComplete == true)
    }

    @Test
    func `Diastolic pressure and pulse may stand side by side`() {
        let rows = [
            Self.row([("128", 0.9)], y: 40), Self.row([("84", 0.9)], x: 60, y: 100),
            Self.row([("72", 0.9)], x: 180, y: 100),
        ]
        #expect(Self.texts(Self.best(rows, .bloodPressure)) == ["sys": "128", "dia": "84", "pul": "72"])
    }

    @Test
    func `A small pulse may stand at the left of the lower pressure`() {
        let rows = [
            Self.row([("128", 0.9)], x: 220, y: 40, height: 60), Self.row([("84", 0.9)], x: 220, y: 115, height: 60),
            Self.row([("72", 0.9)], x: 80, y: 128, height: 34),
        ]
        #expect(Self.texts(Self.best(rows, .bloodPressure)) == ["sys": "128", "dia": "84", "pul": "72"])
    }

    @Test
    func `Diastolic above systolic is read otherwise or not at all`() {
        let rows = [
            Self.row([("128", 0.6), ("178", 0.3)], y: 40), Self.row([("134", 0.9)], y: 100),
            Self.row([("72", 0.9)], y: 160),
        ]
        #expect(Self.texts(Self.best(rows, .bloodPressure)) == ["sys": "178", "dia": "134", "pul": "72"])
        #expect(Self.best([Self.row([("80", 1)], y: 40), Self.row([("120", 1)], y: 100)], .bloodPressure) == nil)
    }

    @Test
    func `A missing pulse leaves the reading incomplete`() {
        let rows = [Self.row([("128", 0.9)], y: 40), Self.row([("84", 0.9)], y: 100)]
        let reading = Self.best(rows, .bloodPressure)
        #expect(Self.texts(reading) == ["sys": "128", "dia": "84"])
        #expect(reading?.isComplete == false)
    }

    @Test
    func `A string that is no value gives way to one that is`() {
        let rows = [Self.row([("36.6", 0.2), ("E6.6", 0.7)], y: 40)]
        #expect(Self.texts(Self.best(rows, .thermometer)) == ["value": "36.6"])
    }

    @Test
    func `A point that was not seen is marked`() {
        let reading = Self.best([Self.row([("366", 0.9)], y: 40)], .thermometer, unit: "°C")
        #expect(reading?.choices.first?.reading.isPointRestored == true)
        #expect(reading?.choices.first?.reading.value == DecimalNumber("36.6"))
    }

    @Test
    func `A multimeter's number keeps its minus and its leading zero`() {
        #expect(Self.texts(Self.best([Self.row([("-30.37", 0.9)], y: 40)], .any)) == ["value": "-30.37"])
        #expect(Self.texts(Self.best([Self.row([("078.3", 0.9)], y: 40)], .any)) == ["value": "078.3"])
    }

    @Test
    func `Saturation and pulse stand side by side or in a column`() {
        let beside = [Self.row([("98", 0.9)], x: 60, y: 40), Self.row([("72", 0.9)], x: 180, y: 40)]
        #expect(Self.texts(Self.best(beside, .pulseOximeter)) == ["spo2": "98", "pr": "72"])
        let column = [Self.row([("98", 0.9)], y: 40), Self.row([("72", 0.9)], y: 100)]
        #expect(Self.texts(Self.best(column, .pulseOximeter)) == ["spo2": "98", "pr": "72"])
    }

    @Test
    func `Stones and pounds stand side by side`() {
        let rows = [Self.row([("11", 0.9)], x: 60, y: 40), Self.row([("4.5", 0.9)], x: 180, y: 40)]
        let texts = Self.texts(Self.best(rows, .weightScale, unit: "st"))
        #expect(texts == ["stones": "11", "pounds": "4.5"])
    }

    @Test
    func `Stones stand above pounds too`() {
        let rows = [Self.row([("11", 0.9)], y: 40), Self.row([("4.5", 0.9)], y: 100, height: 30)]
        let texts = Self.texts(Self.best(rows, .weightScale, unit: "st"))
        #expect(texts == ["stones": "11", "pounds": "4.5"])
        #expect(Self.best(rows, .weightScale, unit: "kg").map { Self.texts($0)["stones"] } != "11")
    }

    @Test
    func `Nothing fits nothing`() {
        #expect(Self.best([], .bloodPressure) == nil)
        #expect(Self.best([Self.row([("Err", 0.9)], y: 40)], .glucoseMeter) == nil)
    }

    @Test(arguments: [
        ("E1", Refusal.Reason.errorCode), ("Lo", .outOfRange), ("HI", .outOfRange), ("12:30", .clock), ("n12", .memory),
    ])
    func `Messages are refused as what they are`(text: String, reason: Refusal.Reason) {
        let rows = [Self.row([(text, 0.9)], y: 40)]
        #expect(ScreenMessages(rows).refusal?.reason == reason)
        #expect(ScreenMessages(rows).refusal?.text == text)
    }

    @Test
    func `A large error code beside a number refuses the number, a small clock does not`() throws {
        let value = Self.row([("128", 0.9)], y: 40)
        let reading = try #require(Self.best([value], .glucoseMeter))
        let error = Self.row([("Err", 0.9)], y: 100)
        #expect(ScreenMessages([value, error]).refusal(against: reading, of: [value, error])?.reason == .errorCode)
        let clock = Self.row([("12:30", 0.9)], y: 100, height: 15)
        #expect(ScreenMessages([value, clock]).refusal(against: reading, of: [value, clock]) == nil)
    }
}
