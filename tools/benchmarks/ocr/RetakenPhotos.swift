import DisplayGenerator
import DisplayScoring
import Foundation
import PhotoReading
import Pixels

/// Real photos, each taken many times more by the generator's light, lens and camera: real displays in conditions that the
/// few photos do not show.
///
/// They stay as few displays as there are photos, so an interval from these counts would say too much.
struct RetakenPhotos: Sendable {
    /// Far from other seeds.
    private static let firstSeed: UInt64 = 0x0D40_0000_0000
    let photos: [PhotoFixture]
    /// How often each photo is taken.
    let times: Int
    /// How well: light, blur or noise of a harder set make a display unreadable.
    let band: DisplayBand

    /// Takes and reads them all, on all processors.
    func read(with reader: PhotoReader) async -> OCRScore {
        await EachCore.sum(photos.count * times, from: OCRScore()) { score, number in
            read(number, with: reader, into: &score)
        } _: {
            $0.add($1)
        }
    }

    private func read(_ number: Int, with reader: PhotoReader, into score: inout OCRScore) {
        let photo = photos[number / times]
        guard let picture = try? OpenedPicture.open(path: photo.path) else { return }
        let digit = photo.lines.values.map(\.height).min().map(Double.init) ?? Double(picture.color.height) / 8
        let retake = PhotoRetake(seed: Self.firstSeed + UInt64(number), band: band).take(picture.color, digit: digit)
        let request = RecognitionRequest(photo.truth, box: nil)
        let answer = DisplayAnswer(reader.engine.recognise(OpenedPicture(retake), request: request))
        score.add(photo.truth, answer: answer)
        if answer.isAccepted, !photo.truth.isTold(by: answer) {
            FileHandle.standardError.line("\(photo.name), taken again (\(number)): wrong, \(answer.told), accepted")
        }
    }
}
