import DeviceCodecs
import Testing
import VitalRecords

/// Rules for the shape of every codec's frames: their ends, and their reserved bits.
@Suite struct FrameShapeTests {
    /// A frame with every field, and the reserved bits of its flags.
    struct Full: CustomTestStringConvertible {
        let characteristic: String
        let hex: String
        var reserved: [UInt8] = []
        /// Lengths at which the shortened frame is complete too.
        var optional: Set<Int> = []

        var testDescription: String { characteristic }
        var bytes: [UInt8] { (try? CharacteristicDecoder.bytes(hex: hex)) ?? [] }
    }

    static let full: [Full] = [
        Full(characteristic: "2A18", hex: "1f0900ea07031d021e0f6900 7cb0 11 0300", reserved: [0xE0]),
        Full(characteristic: "2A34", hex: "ff0900 01 0232b0 04 51 5a00 1e 03 05a0 41f0"),
        Full(characteristic: "2A51", hex: "ff07"),
        Full(characteristic: "2A52", hex: "06000101"), Full(characteristic: "2A52", hex: "0500c201"),
        Full(characteristic: "2A5E", hex: "0f 6200 4000 ea07031d021e0f 8001 210080 2af0", reserved: [0xE0]),
        Full(characteristic: "2A5F", hex: "1f 6200 4000 6100 4200 6300 3f00 0040 000200 0cf0", reserved: [0xE0]),
        Full(characteristic: "2A60", hex: "ff00 e0ff ffff00", optional: [2, 3, 4, 5, 6]),
        Full(characteristic: "2A1C", hex: "07 ec0300ff ea07031d021e0f 03", reserved: [0xF8]),
        Full(characteristic: "2A1E", hex: "07 ec0300ff ea07031d021e0f 03", reserved: [0xF8]),
        Full(characteristic: "2A1D", hex: "02"), Full(characteristic: "2A21", hex: "3c00"),
        Full(characteristic: "2A9D", hex: "0f de44 ea07031d021e0f 02 fd00 bc02", reserved: [0xF0]),
        Full(characteristic: "2A9E", hex: "7f020000"), Full(characteristic: "2A9B", hex: "ffff0300"),
        Full(
            characteristic: "2A9C",
            hex: "fe0f d500 ea07031d021e0f 01 581b 9501 0019 d430 e02e 2823 8d13 803e f406",
            reserved: [0x00, 0xE0]
        ),
        Full(characteristic: "2A9F", hex: "20010103"), Full(characteristic: "2A9F", hex: "0200d204"),
        Full(characteristic: "2A9F", hex: "010f27"), Full(characteristic: "2A9A", hex: "01"),
        Full(characteristic: "2A99", hex: "01000000"), Full(characteristic: "2A2B", hex: "ea07031d021e0f070002"),
        Full(characteristic: "2A08", hex: "ea07031d021e0f"),
        Full(characteristic: "2A85", hex: "a607030e"), Full(characteristic: "2A8C", hex: "01"),
        Full(characteristic: "2A8E", hex: "a400"), Full(characteristic: "2A19", hex: "64"),
        Full(characteristic: "2A37", hex: "0f2c016400", reserved: [0xE0]),
        Full(characteristic: "2AA7", hex: "0d e3 5a00 0500 01 02 04 fdf0 6200", reserved: [0x00, 0x1C]),
        Full(characteristic: "2AAA", hex: "ea07031d021e0f 04 04"), Full(characteristic: "2AAB", hex: "f000"),
    ]

    private func decoded(_ characteristic: String, _ bytes: [UInt8]) throws -> String {
        try CharacteristicDecoder.decode(characteristic: characteristic, bytes: bytes).json
    }

    /// A frame with bytes missing at its end is refused, never read in part.
    @Test(arguments: full)
    func everyShorterFrameIsTruncated(frame: Full) throws {
        _ = try decoded(frame.characteristic, frame.bytes)
        for length in 1..<frame.bytes.count where !frame.optional.contains(length) {
            let error = #expect(throws: CodecError.self, "\(length) bytes") {
                try CharacteristicDecoder.decode(
                    characteristic: frame.characteristic,
                    bytes: Array(frame.bytes.prefix(length))
                )
            }
            #expect(error?.code == .truncated, "\(length) bytes")
        }
    }

    @Test(arguments: full.filter { !$0.reserved.isEmpty })
    func reservedFlagsChangeNothing(frame: Full) throws {
        let plain = try decoded(frame.characteristic, frame.bytes)
        for (index, mask) in frame.reserved.enumerated() {
            for bit in 0..<8 where mask >> bit & 1 == 1 {
                var bytes = frame.bytes
                bytes[index] |= 1 << bit
                #expect(try decoded(frame.characteristic, bytes) == plain, "byte \(index) bit \(bit)")
            }
        }
    }

    // Behind a record of 2AA7 another one may follow.
    @Test(arguments: full.filter { !["2A9F", "2A60", "2AA7"].contains($0.characteristic) })
    func bytesBehindTheLastFieldChangeNothing(frame: Full) throws {
        let plain = try decoded(frame.characteristic, frame.bytes)
        #expect(try decoded(frame.characteristic, frame.bytes + [0xFF, 0x00, 0x7F]) == plain)
    }

    /// Every row of the table is tested here, except number formats and cuffs, which have their own tests.
    @Test func everyRowHasAFullFrame() {
        let others: Set = ["2A35", "2A36", "2A49", "SFLOAT", "FLOAT"]
        let rows = Set(CharacteristicTable.codecs.map(\.identifier)).subtracting(others)
        let vendors = rows.filter { $0.count != 4 }
        #expect(rows.subtracting(vendors) == Set(Self.full.map(\.characteristic)))
    }

    @Test(arguments: CharacteristicTable.codecs.map(\.identifier))
    func noBytesAndTooManyAreRefused(identifier: String) {
        let empty = #expect(throws: CodecError.self) {
            try CharacteristicDecoder.decode(characteristic: identifier, bytes: [])
        }
        #expect(empty?.code == .empty)
        let long = #expect(throws: CodecError.self) {
            try CharacteristicDecoder.decode(
                characteristic: identifier,
                bytes: [UInt8](repeating: 0, count: FrameReader.maximumLength + 1)
            )
        }
        #expect(long?.code == .oversized)
    }
}
