internal import Archive

/// One pass over a JSON file.
enum JSONPass {
    /// Reads the root value.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - progress: Called with the number of bytes read; throw to stop.
    ///   - body: Reads exactly one value.
    /// - Returns: The number of bytes read, and the fault that stopped the pass early, or nil.
    static func run(
        _ source: any ByteSource,
        progress: (UInt64) throws -> Void,
        _ body: (inout JSONReader) throws -> Void
    ) throws -> (bytes: UInt64, fault: InputFault?) {
        try withoutActuallyEscaping(progress) { progress in
            var reader = JSONReader(ByteWindow(source, progress: progress))
            do {
                try skipByteOrderMark(&reader)
                try body(&reader)
                try end(&reader)
            } catch let fault as InputFault {
                guard let failure = reader.window.failure else { return (fault.offset, fault) }
                return (fault.offset, InputFault(offset: fault.offset, message: failure.message))
            }
            return (reader.window.offset, nil)
        }
    }

    private static func skipByteOrderMark(_ reader: inout JSONReader) throws {
        guard try reader.window.holds(3) else { return }
        if Array(reader.window.bytes.prefix(3)) == [0xEF, 0xBB, 0xBF] { reader.window.position = 3 }
    }

    /// Reads to the end, so that an archive's checksum is verified; only white space may follow.
    private static func end(_ reader: inout JSONReader) throws {
        var ends = false
        while !ends {
            while reader.window.position < reader.window.end {
                guard [0x20, 0x0A, 0x0D, 0x09].contains(reader.window.bytes[reader.window.position]) else {
                    throw reader.fault("has data after its end")
                }
                reader.window.position += 1
            }
            ends = try !reader.window.more()
        }
        if let failure = reader.window.failure {
            throw InputFault(offset: reader.window.offset, message: failure.message)
        }
    }
}

/// The start of a JSON value, or all of a scalar.
enum JSONHead: Hashable {
    case object
    case array
    /// The position of a string's text in the window, with its escapes; nil if it is longer than the window.
    case string(ByteRange?)
    /// The position of a number's text in the window.
    case number(ByteRange)
    case bool(Bool)
    case null
}
