/// What the messages of one local number look like (FIT protocol, "Definition Message").
struct FITDefinition: Hashable {
    /// One field.
    struct Field: Hashable {
        let number: UInt8
        let size: Int
        let type: FITType?
    }

    let message: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// How many bytes a message has, developers' fields too.
    let size: Int

    /// Reads the part behind the record's header.
    ///
    /// - Parameters:
    ///   - bytes: All of it: 5 bytes, 3 for each field, and the same for developers' fields.
    ///   - developerBytes: Where the developers' fields begin; nil where there are none.
    init(_ bytes: [UInt8], developerBytes: Int?) {
        isBigEndian = bytes[1] == 1
        message = isBigEndian ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : UInt16(bytes[3]) << 8 | UInt16(bytes[2])
        let end = developerBytes ?? bytes.count
        fields = stride(from: 5, to: end - 2, by: 3).map { place in
            Field(number: bytes[place], size: Int(bytes[place + 1]), type: FITType(base: bytes[place + 2]))
        }
        var size = fields.reduce(0) { $0 + $1.size }
        if let developerBytes {
            for place in stride(from: developerBytes + 1, to: bytes.count - 2, by: 3) { size += Int(bytes[place + 1]) }
        }
        self.size = size
    }
}
