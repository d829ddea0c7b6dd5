import DisplayLayouts
import Testing

@testable import DisplayReading

/// The misreadings of a text that a layout would detect.
struct MisreadingTests {
    private static let openEnds: [(String, DisplayKind, OpenEnds)] = [
        ("128", .bloodPressure, []), ("72", .bloodPressure, .front), ("98", .glucoseMeter, .front),
        ("41.6", .any, [.front, .back]), ("366", .any, [.front, .back]),
    ]

    private static func noticed(_ text: String, _ kind: DisplayKind, _ key: String, unit: DisplayUnit? = nil) throws
        -> Double
    {
        let field = try #require(DisplayLayout.standard(kind).fields.first { $0.key == key })
        return Misreadings.noticed(text, as: field, unit: unit)
    }

    @Test
    func `A body's temperature is hardly misread unnoticed, a bare number always`() throws {
        let key = try #require(DisplayLayout.standard(.thermometer).fields.first?.key)
        #expect(try Self.noticed("36.6", .thermometer, key, unit: .celsius) >= 0.6)
        let bare = try #require(DisplayLayout.standard(.any).fields.first?.key)
        #expect(try Self.noticed("366", .any, bare) == 0)
    }

    @Test
    func `A told unit lets a lost point be noticed`() throws {
        let untold = try Self.noticed("14.3", .glucoseMeter, "glucose")
        #expect(try Self.noticed("14.3", .glucoseMeter, "glucose", unit: .millimolePerLitre) > untold)
    }

    @Test
    func `Mistakes are characters lost, a point lost or gained, digits gained`() {
        #expect(Misreadings.others(of: "12.5") == ["2.5", "12.", "125", "112.5", "12.51"])
        #expect(Misreadings.others(of: "72") == ["2", "7", "7.2", "172", "721"])
        #expect(Misreadings.others(of: "5") == ["15", "51"])
    }

    @Test(arguments: [
        ("2522", DisplayKind.any, true), ("252.2", .any, false), ("5", .any, false),
        ("126", .glucoseMeter, true), ("366", .thermometer, true), ("120", .bloodPressure, false),
    ])
    func `A point may be lost where the value would be one with it too`(
        _ text: String,
        _ kind: DisplayKind,
        _ may: Bool
    ) throws {
        let field = try #require(DisplayLayout.standard(kind).fields.first)
        #expect(Misreadings.mayHaveLostPoint(text, as: field, unit: nil) == may)
    }

    @Test(arguments: openEnds)
    func `A value is open where a digit more makes one too`(_ text: String, _ kind: DisplayKind, _ ends: OpenEnds)
        throws
    {
        let field = try #require(DisplayLayout.standard(kind).fields.first)
        let unit: DisplayUnit? = kind == .glucoseMeter ? .milligramPerDecilitre : nil
        #expect(Misreadings.openEnds(text, as: field, unit: unit) == ends)
    }
}
