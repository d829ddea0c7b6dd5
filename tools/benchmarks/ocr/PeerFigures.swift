import DisplayScoring
import Foundation

/// What peers read of the same photos; one that is not installed is a counted skip.
struct PeerFigures {
    private let photos: [PhotoFixture]

    init(_ photos: [PhotoFixture]) {
        self.photos = photos
    }

    /// One line for each peer and each way of giving a photo; the last is what a peer reads of single rows.
    func lines(whole: OCRScore, box: OCRScore) async -> [FigureLine] {
        var lines: [FigureLine] = []
        for peer in PeerReader.allCases {
            do {
                try await peer.install()
                for mode in PeerImage.Mode.allCases {
                    let right = try await read(peer, mode)
                    lines.append(line(peer, mode, right, own: mode == .whole ? whole : box))
                }
            } catch {
                FileHandle.standardError.line("skipped: ocr.\(peer.rawValue): \(error)")
                lines = lines.filter { !$0.figure.hasPrefix("ocr.\(peer.rawValue).") }
            }
        }
        return lines
    }

    /// How many photos it reads right.
    private func read(_ peer: PeerReader, _ mode: PeerImage.Mode) async throws -> Int {
        var right = 0
        for photo in photos {
            let isRight = try await peer.reads(photo, mode)
            right += isRight ? 1 : 0
        }
        return right
    }

    private func line(_ peer: PeerReader, _ mode: PeerImage.Mode, _ right: Int, own: OCRScore) -> FigureLine {
        let interval = WilsonInterval(right, of: photos.count)
        return FigureLine(
            "ocr.\(peer.rawValue).\(mode.rawValue)",
            unit: "photos right",
            values: [Double(own.right)],
            limits: [Double(right)],
            limitIs: "peer: \(peer.words), \(mode.words); right where any of its settings has the numbers in order",
            goal: .atLeast(1),
            details: [
                "n": Double(photos.count), "peerPercent": 100 * Double(right) / Double(max(photos.count, 1)),
                "peerLow": interval.low, "peerHigh": interval.high,
            ]
        )
    }
}
