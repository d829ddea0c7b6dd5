/// A decoder of FIT files into messages (FIT protocol).
struct FITDecoder {
    static let timestampField: UInt8 = 253

    var window: ByteWindow
    private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
    private var clock = FITClock()
    private var left = 0
    private var knowsSize = true

    init(_ window: ByteWindow) {
        self.window = window
    }

    /// Moves to the next file of a chain; false at the end.
    mutating func nextFile() throws -> Bool {
        guard try window.holds(1) else { return false }
        _ = try window.holds(FITHeader.longest)
        guard let header = FITHeader(window.bytes, at: window.position, end: window.end) else {
            throw fault("has no FIT header here")
        }
        window.position += header.length
        left = header.dataSize
        knowsSize = header.dataSize > 0
        definitions = Array(repeating: nil, count: 16)
        clock = FITClock()
        return true
    }

    /// The next data message of the file; nil at its end.
    mutating func next() throws -> FITMessage? {
        while !knowsSize || left > 0 {
            guard knowsSize else {
                guard try window.holds(3) else { return nil }
                if let message = try record() { return message }
                continue
            }
            if let message = try record() { return message }
        }
        try endFile()
        return nil
    }

    /// Skips the rest of the file and its checksum.
    mutating func skipFile() throws {
        while left > 0 { try take(min(left, 1 << 12)) }
        try endFile()
    }

    private mutating func endFile() throws {
        guard knowsSize else { return }
        guard try window.holds(2) else { throw fault("ends before its checksum") }
        window.position += 2
    }

    /// Reads a record; nil if it is a definition.
    private mutating func record() throws -> FITMessage? {
        let offset = window.offset
        try need(1)
        let header = window.bytes[window.position]
        if header & 0x80 != 0 {
            try take(1)
            clock.advance(low: header & 0x1F)
            return try data(Int(header >> 5 & 0x3), offset: offset, hasTime: true)
        }
        if header & 0x40 != 0 {
            try define(Int(header & 0xF), hasDeveloperFields: header & 0x20 != 0)
            return nil
        }
        try take(1)
        return try data(Int(header & 0xF), offset: offset, hasTime: false)
    }

    private mutating func define(_ local: Int, hasDeveloperFields: Bool) throws {
        try need(6)
        var length = 6 + 3 * Int(window.bytes[window.position + 5])
        var developer: Int?
        if hasDeveloperFields {
            try need(length + 1)
            developer = length
            length += 1 + 3 * Int(window.bytes[window.position + length])
        }
        try need(length)
        let bytes = Array(window.bytes[(window.position + 1)..<(window.position + length)])
        definitions[local] = FITDefinition(bytes, developerBytes: developer.map { $0 - 1 })
        try take(length)
    }

    private mutating func data(_ local: Int, offset: UInt64, hasTime: Bool) throws -> FITMessage {
        guard let definition = definitions[local] else {
            throw InputFault(offset: offset, message: "the file has a message that it does not define")
        }
        try need(definition.size)
        var message = FITMessage(number: definition.message, offset: offset)
        var place = window.position
        for field in definition.fields {
            read(field, at: place, of: definition, into: &message)
            place += field.size
        }
        try take(definition.size)
        message.time = clock.time(of: message, hasTime: hasTime)
        return message
    }

    private func read(
        _ field: FITDefinition.Field,
        at place: Int,
        of definition: FITDefinition,
        into message: inout FITMessage
    ) {
        guard let type = field.type else { return }
        func value(_ place: Int) -> Int64? {
            type.value(window.bytes, at: place, isBigEndian: definition.isBigEndian)
        }
        if type.size == field.size {
            if let value = value(place) { message.set(field.number, value: value) }
        } else if FITHeart.message == definition.message, field.size % type.size == 0 {
            // Only heart rate messages need lists; to collect others would waste time.
            let places = stride(from: place, to: place + field.size, by: type.size)
            message.set(field.number, list: places.map(value))
        }
    }

    private mutating func need(_ count: Int) throws {
        guard !knowsSize || count <= left else { throw fault("has a record that is longer than its definition") }
        guard try window.holds(count) else { throw fault("ends inside a record") }
    }

    private mutating func take(_ count: Int) throws {
        guard try window.holds(count) else { throw fault("ends inside a record") }
        window.position += count
        left -= knowsSize ? count : 0
    }

    private func fault(_ message: String) -> InputFault {
        InputFault(offset: window.offset, message: "the file \(message)")
    }
}
