import Foundation
import Pixels
import Testing

@testable import DisplayGenerator

/// Families of devices that people own.
@Suite struct DeviceFamilyTests {
    private static let chosen = DeviceFamily.allCases.filter { $0 != .plain }

    private func kind(of family: DeviceFamily) throws -> DisplayKind {
        try #require(
            DisplayKind.allCases.first { kind in DeviceFamily.choices(of: kind).contains { $0.family == family } }
        )
    }

    private func scenes(_ family: DeviceFamily, count: UInt64, band: DisplayBand = .easy) throws -> [DisplayScene] {
        let kind = try kind(of: family)
        return (0..<count).map { DisplayScene(kind: kind, band: band, seed: 31_000 + $0, family: family) }
    }

    @Test func theSeedChoosesEachFamily() {
        let families = (0..<400 as Range<UInt64>).map { DisplayScene(seed: $0).family }
        #expect(Set(families) == Set(Self.chosen))
    }

    @Test(arguments: chosen) func equalSeedsMakeEqualPhotos(family: DeviceFamily) throws {
        let scenes = try scenes(family, count: 3)
        for (scene, again) in zip(scenes, try self.scenes(family, count: 3)) {
            let (one, other) = (scene.draw(side: 120), again.draw(side: 120))
            #expect(one.color == other.color && one.rows == other.rows)
        }
    }

    @Test(arguments: DeviceFamily.allCases) func noRowLeavesItsGlass(family: DeviceFamily) throws {
        for kind in DisplayKind.allCases where family.includes(kind) {
            for seed in 0..<20 as Range<UInt64> {
                let scene = DisplayScene(kind: kind, band: .hard, seed: seed, family: family)
                for device in scene.devices {
                    for row in device.face.rows {
                        let isInside = device.face.panels.contains {
                            row.x >= $0.x - 0.01 && row.x + row.width <= $0.x + $0.width + 0.01 && row.y >= $0.y - 0.01
                                && row.y + row.height <= $0.y + $0.height + 0.01
                        }
                        #expect(isInside, "\(kind) \(family) \(seed): \(row.text)")
                    }
                }
            }
        }
    }

    @Test(arguments: DeviceFamily.allCases) func nothingTouchesAValue(family: DeviceFamily) throws {
        for kind in DisplayKind.allCases where family.includes(kind) {
            for seed in 0..<20 as Range<UInt64> {
                let rows = DisplayScene(kind: kind, band: .medium, seed: seed, family: family).devices[0].face.rows
                for (index, row) in rows.enumerated() {
                    for other in rows[(index + 1)...] where row.isValue || other.isValue {
                        let isApart =
                            row.x >= other.x + other.width || other.x >= row.x + row.width
                            || row.y >= other.y + other.height
                            || other.y >= row.y + row.height
                        #expect(isApart, "\(kind) \(family) \(seed): \(row.text) and \(other.text)")
                    }
                }
            }
        }
    }

    /// A row's ink is inside its box at any angle, and next to the box is only glass.
    @Test(arguments: chosen) func boxesHoldWhatIsLit(family: DeviceFamily) throws {
        for scene in try scenes(family, count: 4) {
            let drawn = scene.draw(side: 300)
            #expect(drawn.refusal == nil && !drawn.values.isEmpty)
            for row in drawn.values {
                #expect(row.contrast > 0.03, "\(family) \(scene.seed): \(row.text) \(row.contrast)")
                #expect(row.box.height > 3)
                for corner in row.box.corners {
                    #expect(corner.x > -1 && corner.x < Double(drawn.gray.width) + 1)
                    #expect(corner.y > -1 && corner.y < Double(drawn.gray.height) + 1)
                }
            }
        }
    }

    @Test func handyDevicesAreHeldAtAnyAngleAndCuffsRarely() throws {
        let angles = try scenes(.stickThermometer, count: 120).map { $0.views[0].angle * 180 / Double.pi }
        for quarter in 0..<4 {
            let middle = Double(quarter) * 90 - 135
            #expect(angles.contains { abs($0 - middle) < 45 })
        }
        let cuffs = try scenes(.darkCuff, count: 120).count { abs($0.views[0].angle) > 0.5 }
        #expect((1...40).contains(cuffs))
    }

    @Test(arguments: [-170.0, -60, 35, 90, 180]) func theCameraTurnsAsAsked(degrees: Double) throws {
        let scene = DisplayScene(kind: .thermometer, band: .easy, seed: 5, turn: .exactly(degrees: degrees))
        let box = try #require(scene.draw(side: 300).values.first).box
        #expect(abs(Angle.sine(box.angle - degrees * Double.pi / 180)) < 0.06)
        #expect(Angle.cosine(box.angle - degrees * Double.pi / 180) > 0.99)
    }

    @Test func whatNetworksLearnFromStaysFarFromAQuarterTurn() throws {
        struct Truth: Decodable {
            struct Row: Decodable { var box: [Double] }
            var rows: [Row]
        }
        var furthest = 0.0
        for seed in 0..<150 as Range<UInt64> {
            let record = StreamRecord.fitted(kind: .thermometer, band: .mixed, seed: seed, fit: 48)
            for row in try JSONDecoder().decode(Truth.self, from: Data(record.json.utf8)).rows {
                furthest = max(furthest, abs(row.box[4]))
            }
        }
        #expect(furthest > 0.6 && furthest < 1.15)
    }

    @Test func aScreenShinesInSeveralColours() throws {
        var mixed = 0
        for scene in try scenes(.screenOximeter, count: 30) {
            let lamps = Set(
                scene.devices[0].face.shapes.compactMap { shape -> UInt8? in
                    if case .lamp(_, let number) = shape.paint { number } else { nil }
                }
            )
            #expect(lamps.isSuperset(of: [1, 2]))
            if scene.devices[0].look.lamps[0].tint != scene.devices[0].look.lamps[1].tint { mixed += 1 }
        }
        #expect(mixed > 15)
    }

    @Test func signsAreNoRowsAndTouchNone() {
        var (signs, dice) = (0, Dice(seed: 4, stream: 1))
        for seed in 0..<60 as Range<UInt64> {
            var face = DisplayScene(kind: .bloodPressure, band: .easy, seed: seed, family: .plain).devices[0].face
            let (rows, before) = (face.rows.count, face.shapes.count)
            face.addSigns(&dice)
            #expect(face.rows.count == rows)
            if face.shapes.count > before { signs += 1 }
            for shape in face.shapes[before...] {
                for point in shape.points {
                    let isFree = face.rows.allSatisfy {
                        point.x <= $0.x || point.x >= $0.x + $0.width || point.y <= $0.y || point.y >= $0.y + $0.height
                    }
                    #expect(isFree)
                }
            }
        }
        #expect(signs > 30)
    }
}
