internal import DisplayGenerator
internal import DisplayScoring
internal import PhotoReading

/// A drawn display, read and compared with its truth.
struct EvidenceTrial {
    let seed: UInt64
    let kind: DisplayGenerator.DisplayKind?
    let band: DisplayBand
    let mayRefuse: Bool
    var sort = Sort.usual

    /// What is drawn.
    enum Sort: String, CaseIterable {
        /// What people take photos of.
        case usual
        /// Displays that show no value of their kind although a part looks like one; the seed chooses the kind.
        case foreign
        /// The usual ones, taken at any angle.
        case turned
        /// The usual ones, small in a large photo.
        case far
    }

    /// Why it must be refused, without drawing it; nil where it must not.
    var refusal: DisplayRefusal? {
        DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: mayRefuse).refusal
    }

    /// Draws it and reads it: the whole photo, and with the display's box where there is one, also turned as a turned display is.
    func lines(_ engine: DisplayEngine) -> [EvidenceLine] {
        let photo =
            switch sort {
            case .usual: DrawnPhoto(kind: kind, band: band, seed: seed, mayRefuse: mayRefuse)
            case .foreign: DrawnPhoto(foreign: seed, band: band)
            case .turned: DrawnPhoto(turned: seed, band: band)
            case .far: DrawnPhoto(far: seed, band: band, mayRefuse: mayRefuse)
            }
        let tilted = sort == .turned ? [photo.tilted].compactMap(\.self) : []
        return (photo.cases + tilted).map { asked in
            let picture = engine.recognise(OpenedPicture(photo.drawn.color), request: asked.request)
            let isRight = asked.truth.isTold(by: DisplayAnswer(picture))
            return EvidenceLine(
                seed: seed,
                kind: photo.drawn.kind.rawValue,
                band: band.rawValue,
                input: asked.request.box == nil ? "whole" : asked.request.boxAngle == 0 ? "box" : "tilted",
                must: asked.truth.refusal ?? "read",
                result: picture.refusal != nil ? "refused" : isRight ? "right" : "wrong",
                expected: photo.drawn.values.map(\.text).joined(separator: " "),
                picture: picture
            )
        }
    }
}
