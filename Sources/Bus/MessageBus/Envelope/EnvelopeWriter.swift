import FoundationEssentials

/// Writes an envelope around finished content like `Codable`, with sorted names and no blanks.
///
/// Attributes that need an escape are left to `Codable`.
struct EnvelopeWriter {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]
    private var isPlain = true

    /// The envelope's text; nil if `Codable` has to write it.
    static func text<Payload>(_ envelope: Envelope<Payload>, around data: [UInt8]) -> [UInt8]? {
        var writer = EnvelopeWriter()
        writer.bytes.reserveCapacity(data.count + 640)
        writer.write(envelope, around: data)
        return writer.isPlain ? writer.bytes : nil
    }

    private mutating func write<Payload>(_ envelope: Envelope<Payload>, around data: [UInt8]) {
        add(#""correlationid":"#, value: envelope.correlationid)
        begin(#""data":"#)
        bytes.append(contentsOf: data)
        add(#""datacontenttype":"#, value: envelope.datacontenttype)
        add(#""deadline":"#, value: envelope.deadline.map(WireJSON.timeText))
        add(#""epoch":"#, value: envelope.epoch)
        add(#""id":"#, value: envelope.id)
        add(#""replyto":"#, value: envelope.replyto)
        add(#""seq":"#, value: envelope.seq)
        add(#""source":"#, value: envelope.source)
        add(#""specversion":"#, value: envelope.specversion)
        add(#""time":"#, value: WireJSON.timeText(envelope.time))
        add(#""traceparent":"#, value: envelope.traceparent)
        add(#""type":"#, value: envelope.type)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func begin(_ name: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: name.utf8)
    }

    private mutating func add(_ name: String, value: String?) {
        guard let value else { return }
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 where byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C { isPlain = false }
        bytes.append(contentsOf: value.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func add(_ name: String, value: Int64?) {
        guard let value else { return }
        begin(name)
        bytes.append(contentsOf: String(value).utf8)
    }
}
