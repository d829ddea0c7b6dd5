import DisplayGenerator
import DisplayLayouts
import DisplayScoring
import Foundation
import LoadFacts
import Pixels

/// The figures of real photos, which no network was trained on; nothing where the photos are not there.
enum PhotoFigures {
    /// Reads the photos whole, with the display's box and turned, and has the peers read them.
    ///
    /// - Parameter times: How often each photo is taken again.
    static func measure(_ reader: PhotoReader, times: Int) async throws -> [FigureLine] {
        let photos = try PhotoFixture.all()
        guard !photos.isEmpty else {
            FileHandle.standardError.line("skipped: ocr.photos: no photos in ../shared/fixtures/ocr")
            return []
        }
        let whole = answers(photos, "") { reader.read($0, box: nil) }
        // A photo that is to be refused has no box: the frame around nothing is the photo.
        let box = answers(photos, " (box)") { reader.read($0, box: $0.display) }
        let turned = try (1...3).flatMap { quarters in
            try answers(photos, " (\(quarters) quarters)") { try reader.read($0, turned: quarters) }
        }
        var lines = lines("whole", photos, whole, goal: 90) + lines("box", photos, box, goal: 95)
        lines += self.lines("turned", photos + photos + photos, turned, goal: 90)
        lines += await retaken(photos.filter { $0.truth.refusal == nil }, times: times, reader)
        lines += await PeerFigures(photos.filter { $0.truth.refusal == nil })
            .lines(whole: score(photos, whole), box: score(photos, box))
        return lines
    }

    private static func answers(
        _ photos: [PhotoFixture],
        _ what: String,
        _ read: (PhotoFixture) throws -> DisplayAnswer
    ) rethrows -> [DisplayAnswer] {
        try photos.map { photo in
            let answer = try read(photo)
            let verdict = photo.truth.isTold(by: answer) ? "right" : answer.values.isEmpty ? "refused" : "wrong"
            FileHandle.standardError.line(
                "\(photo.name)\(what): \(verdict), \(answer.told)\(answer.refusal ?? ""), "
                    + "confidence \(answer.confidence.shortened)\(answer.isAccepted ? ", accepted" : "")"
            )
            return answer
        }
    }

    private static func score(_ photos: [PhotoFixture], _ answers: [DisplayAnswer]) -> OCRScore {
        zip(photos, answers).reduce(into: OCRScore()) { $0.add($1.0.truth, answer: $1.1) }
    }

    private static func retaken(_ photos: [PhotoFixture], times: Int, _ reader: PhotoReader) async -> [FigureLine] {
        let name = "ocr.photos.retaken"
        let well = await RetakenPhotos(photos: photos, times: times, band: .easy).read(with: reader)
        let badly = await RetakenPhotos(photos: photos, times: times, band: .medium).read(with: reader)
        let details = ["photos": Double(photos.count)]
        return [
            OCRLine.right(name, well, goal: 90, "real photos taken again by a drawn camera", details),
            OCRLine.precision(name, well),
            OCRLine.coverage(name, well),
            OCRLine.wronglyAccepted(name, well, details),
            OCRLine.precision("\(name)-badly", badly),
            OCRLine.wronglyAccepted(
                "\(name)-badly",
                badly,
                ["right": Double(badly.right), "accepted": Double(badly.accepted), "photos": Double(photos.count)]
            ),
        ]
    }

    private static func lines(
        _ mode: String,
        _ photos: [PhotoFixture],
        _ answers: [DisplayAnswer],
        goal: Double
    ) -> [FigureLine] {
        let all = score(photos, answers)
        var details: [String: Double] = [:]
        for kind in Set(photos.map(\.truth.kind)) {
            let places = photos.indices.filter { photos[$0].truth.kind == kind && photos[$0].truth.refusal == nil }
            guard !places.isEmpty else { continue }
            let part = score(places.map { photos[$0] }, places.map { answers[$0] })
            details["right.\(kind.rawValue)"] = Double(part.right)
            details["n.\(kind.rawValue)"] = Double(part.readable)
        }
        for (name, count) in all.confusion.most(5) { details["confusion.\(name)"] = Double(count) }
        let name = "ocr.photos.\(mode)"
        return [
            OCRLine.right(name, all, goal: goal, "real photos, never trained on", details),
            OCRLine.precision(name, all),
            OCRLine.coverage(name, all),
            OCRLine.wronglyAccepted(name, all),
        ]
    }
}
