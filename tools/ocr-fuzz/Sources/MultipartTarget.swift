internal import FrameSources
internal import FuzzSupport

extension PictureTarget {
    /// Streams of MJPEG cameras: a byte for the size of the blocks that they come in, then the stream.
    package static let multipart = PictureTarget(
        seeds: streams,
        words: FuzzWords(
            signs: Array("\r\n-: 0129frame".utf8) + [0, 255],
            words: ["\r\n", "\r\n\r\n", "--frame\r\n", "--frame--\r\n", "Content-Length: ", "99999999999999999999"]
                .map { Array($0.utf8) }
        ),
        hasPNG: false
    ) { bytes in
        var splitter = try MultipartSplitter(boundary: "frame")
        let block = Int(bytes.first ?? 0) + 1
        var rest = bytes.dropFirst()
        var count = 0
        while !rest.isEmpty {
            count += try splitter.take(rest.prefix(block)).count
            rest = rest.dropFirst(block)
        }
        return "\(count) \(splitter.isEnded)"
    }

    private static let streams: [[UInt8]] = [
        "\u{10}--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\nABCD\r\n--frame\r\n\r\nEF\r\n--frame--\r\n",
        "\u{40}\r\n--frame\nContent-Length:3\n\nxyz\n--frame\n\n-\r\n-\r\n--frame\n\n\n--frame",
    ].map { Array($0.utf8) }
}
