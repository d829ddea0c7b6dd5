package import DeviceCodecs
internal import FoundationEssentials

/// The JSON of a capture.
package enum CaptureFile {
    /// The longest file that is read, in bytes.
    package static let longest = 16 << 20

    /// The file's bytes: sorted keys, one value a line.
    ///
    /// - Throws: `EncodingError`; never happens with values of this type.
    package static func encode(_ capture: Capture) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(capture)) + Array("\n".utf8)
    }

    /// Reads a file of ``encode(_:)``, also one that a stranger sent.
    ///
    /// - Throws: `CodecError` `invalid`, or `oversized` for more than ``longest``.
    package static func decode(_ bytes: [UInt8]) throws(CodecError) -> Capture {
        guard bytes.count <= longest else {
            throw CodecError(.oversized, message: "a capture has at most \(longest >> 20) MiB")
        }
        let capture: Capture
        do {
            capture = try JSONDecoder().decode(Capture.self, from: Data(bytes))
        } catch {
            throw CodecError(.invalid, message: "this is not a file of 'vitalbus capture'")
        }
        guard capture.format == Capture.format else {
            let words = "the file has the form \(capture.format.prefix(64)); this program reads \(Capture.format)"
            throw CodecError(.invalid, message: words)
        }
        guard capture.events.allSatisfy({ $0.bytes == nil || $0.value != nil }) else {
            throw CodecError(.invalid, message: "a value of the file is not in hexadecimal digits")
        }
        return capture
    }
}
