import DisplayGenerator
import DisplayScoring
import PhotoReading
import Pixels
import Testing

/// A reading that is accepted does not become another one when light or view change.
struct ChangedViewTests {
    @Test
    func `There are displays to change`() {
        #expect(AcceptedDisplays.all.count >= AcceptedDisplays.kinds.count - 1)
    }

    @Test(arguments: [-10.0, 10.0])
    func `Turned by some degrees`(degrees: Double) throws {
        try expectNoOther { image in
            let middle = Point(x: Double(image.width) / 2, y: Double(image.height) / 2)
            let angle = degrees * .pi / 180
            let view = OrientedBox(
                center: middle,
                width: Double(image.width),
                height: Double(image.height),
                angle: angle
            )
            return ColorImage(image.gray.sampled(view, width: image.width, height: image.height))
        }
    }

    @Test(arguments: [0.6, 2.0])
    func `Nearer and farther`(scale: Double) throws {
        try expectNoOther { image in
            image.resized(width: Int(Double(image.width) * scale), height: Int(Double(image.height) * scale))
        }
    }

    @Test(arguments: [0.6, 1.6])
    func `Lighter and darker`(gamma: Double) throws {
        try expectNoOther { $0.mapped { PixelCurve.power($0, gamma) } }
    }

    @Test
    func `Light on dark`() throws {
        try expectNoOther { $0.mapped { 255 - $0 } }
    }

    /// Compares the readings of changed pictures with the truth: never another value, and mostly the same one.
    private func expectNoOther(_ change: (ColorImage) throws -> ColorImage) throws {
        var told = 0
        for one in AcceptedDisplays.all {
            let answer = try AcceptedDisplays.answer(try change(one.drawn.color), of: one)
            let isTold = one.truth.isTold(by: answer)
            told += isTold ? 1 : 0
            #expect(isTold || !answer.isAccepted, "\(one.truth.kind): \(answer.values) for \(one.truth.values)")
        }
        #expect(told >= AcceptedDisplays.all.count - 1)
    }
}
