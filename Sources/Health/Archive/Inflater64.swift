/// A decoder of Deflate64, which Windows uses for large files (method 9; APPNOTE 4.4.5).
///
/// It differs from deflate (RFC 1951) in its window of 64 KB, in the length code 285, which has 16 further bits, and in
/// the distance codes 30 and 31. It reads the data in place, and needs the window and one block of memory.
struct Inflater64 {
    private static let windowSize = 1 << 16

    /// The part of the stream that is being decoded.
    private enum State {
        case header
        case stored(Int)
        case codes
        case end
        case damaged
    }

    private var input: Bits64
    private var state = State.header
    private var isLastBlock = false
    private var literals = HuffmanCode([])
    private var distances = HuffmanCode([])
    private var window = [UInt8](repeating: 0, count: windowSize)
    private var place = 0
    private var written: UInt64 = 0
    /// The bytes still to copy from the window.
    private var copyLength = 0
    private var copyDistance = 0

    init(_ source: any RandomAccess, at offset: UInt64) {
        input = Bits64(source, at: offset)
    }

    /// The position after the bytes that were consumed.
    var position: UInt64 { input.position }

    /// Decodes as much as the buffer has room for.
    ///
    /// - Returns: The number of bytes, 0 at the end; nil if the data is damaged here.
    /// - Throws: ``ArchiveError`` `unreadable`.
    mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int? {
        var filled = offset
        while filled < buffer.count {
            if copyLength > 0 {
                let byte = window[(place - copyDistance) & (Self.windowSize - 1)]
                copyLength -= 1
                put(byte, into: &buffer, at: &filled)
                continue
            }
            let isGoing = try step(into: &buffer, at: &filled)
            guard isGoing else { break }
        }
        if case .damaged = state, filled == offset { return nil }
        return filled - offset
    }

    /// Decodes a symbol, a stored byte or a block's header; false at the end and at damage.
    private mutating func step(into buffer: inout [UInt8], at filled: inout Int) throws(ArchiveError) -> Bool {
        let isSound: Bool
        switch state {
        case .header: isSound = try begin()
        case .stored(let left): isSound = try copyStored(left, into: &buffer, at: &filled)
        case .codes: isSound = try symbol(into: &buffer, at: &filled)
        case .end, .damaged: return false
        }
        if !isSound { state = .damaged }
        return isSound
    }

    private mutating func put(_ byte: UInt8, into buffer: inout [UInt8], at filled: inout Int) {
        buffer[filled] = byte
        filled += 1
        window[place] = byte
        place = (place + 1) & (Self.windowSize - 1)
        written += 1
    }

    /// Reads a block's header (RFC 1951, 3.2.3); false after the last block.
    private mutating func begin() throws(ArchiveError) -> Bool {
        guard !isLastBlock else {
            state = .end
            return true
        }
        guard let last = try input.take(1), let kind = try input.take(2) else { return false }
        isLastBlock = last == 1
        switch kind {
        case 0:
            input.align()
            guard let length = try input.take(16), let check = try input.take(16), length ^ check == 0xFFFF else {
                return false
            }
            state = .stored(length)
        case 1:
            literals = Self.fixedLiterals
            distances = HuffmanCode(Array(repeating: 5, count: 32))
            state = .codes
        case 2: return try dynamicCodes()
        default: return false
        }
        return true
    }

    private mutating func copyStored(
        _ left: Int,
        into buffer: inout [UInt8],
        at filled: inout Int
    ) throws(ArchiveError) -> Bool {
        guard left > 0 else {
            state = .header
            return true
        }
        guard let byte = try input.take(8) else { return false }
        put(UInt8(truncatingIfNeeded: byte), into: &buffer, at: &filled)
        state = .stored(left - 1)
        return true
    }

    /// Decodes a literal, the start of a copy or the end of the block.
    private mutating func symbol(into buffer: inout [UInt8], at filled: inout Int) throws(ArchiveError) -> Bool {
        guard let symbol = try literals.next(&input) else { return false }
        guard symbol >= 256 else {
            put(UInt8(truncatingIfNeeded: symbol), into: &buffer, at: &filled)
            return true
        }
        guard symbol > 256 else {
            state = .header
            return true
        }
        guard symbol - 257 < Self.lengths.count else { return false }
        let length = Self.lengths[symbol - 257]
        guard let more = try input.take(length.bits), let code = try distances.next(&input) else { return false }
        let (base, bits) = Self.distance(code)
        guard let further = try input.take(bits) else { return false }
        guard UInt64(base + further) <= written else { return false }
        copyLength = length.base + more
        copyDistance = base + further
        return true
    }

    /// Reads the codes of a block that defines its own (RFC 1951, 3.2.7).
    private mutating func dynamicCodes() throws(ArchiveError) -> Bool {
        guard let literalCount = try input.take(5), let distanceCount = try input.take(5),
            let codeCount = try input.take(4)
        else { return false }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var sizes = [Int](repeating: 0, count: 19)
        for index in 0..<(codeCount + 4) {
            guard let size = try input.take(3) else { return false }
            sizes[order[index]] = size
        }
        let code = HuffmanCode(sizes)
        let wanted = literalCount + 257 + distanceCount + 1
        var lengths: [Int] = []
        while lengths.count < wanted {
            guard let symbol = try code.next(&input) else { return false }
            guard let run = try run(symbol, after: lengths.last) else { return false }
            lengths += run
        }
        guard lengths.count == wanted else { return false }
        literals = HuffmanCode(Array(lengths.prefix(literalCount + 257)))
        distances = HuffmanCode(Array(lengths.dropFirst(literalCount + 257)))
        state = .codes
        return true
    }

    /// The lengths that a symbol of the code-length code stands for; nil for damage.
    private mutating func run(_ symbol: Int, after last: Int?) throws(ArchiveError) -> [Int]? {
        switch symbol {
        case 0..<16: return [symbol]
        case 16:
            guard let last, let more = try input.take(2) else { return nil }
            return Array(repeating: last, count: 3 + more)
        case 17: return try input.take(3).map { Array(repeating: 0, count: 3 + $0) }
        default: return try input.take(7).map { Array(repeating: 0, count: 11 + $0) }
        }
    }

    private static let fixedLiterals = HuffmanCode(
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
            + Array(repeating: 8, count: 8)
    )

    /// The base and the number of extra bits of each length code from 257 on; 285 is specific to Deflate64.
    private static let lengths: [(base: Int, bits: Int)] =
        (0..<28).map { code in
            let bits = code < 8 ? 0 : code / 4 - 1
            return (base: code < 8 ? 3 + code : 3 + ((4 + code % 4) << bits), bits: bits)
        } + [(base: 3, bits: 16)]

    /// The base and the number of extra bits of a distance code, 0 to 31.
    private static func distance(_ code: Int) -> (base: Int, bits: Int) {
        let bits = code < 4 ? 0 : code / 2 - 1
        return (code < 4 ? 1 + code : 1 + ((2 + code % 2) << bits), bits)
    }
}

/// The bits of a deflate stream, the lowest of each byte first.
struct Bits64 {
    private let source: any RandomAccess
    private var fetched: UInt64
    private var block = [UInt8](repeating: 0, count: 1 << 15)
    private var unread = 0..<0
    private var bits: UInt64 = 0
    private var count = 0

    init(_ source: any RandomAccess, at offset: UInt64) {
        self.source = source
        fetched = offset
    }

    /// The position after the bytes that were consumed.
    var position: UInt64 { fetched - UInt64(unread.count) - UInt64(count / 8) }

    /// Takes up to 16 bits; nil if the data ends first.
    mutating func take(_ wanted: Int) throws(ArchiveError) -> Int? {
        while count < wanted {
            if unread.isEmpty {
                let read = try source.read(at: fetched, into: &block, in: 0..<block.count)
                guard read > 0 else { return nil }
                fetched += UInt64(read)
                unread = 0..<read
            }
            bits |= UInt64(block[unread.lowerBound]) << UInt64(count)
            unread = (unread.lowerBound + 1)..<unread.upperBound
            count += 8
        }
        let value = Int(bits & ((1 << UInt64(wanted)) - 1))
        bits >>= UInt64(wanted)
        count -= wanted
        return value
    }

    /// Drops the rest of the current byte.
    mutating func align() {
        bits >>= UInt64(count % 8)
        count -= count % 8
    }
}

/// A Huffman code built from the lengths of its symbols (RFC 1951, 3.2.2).
struct HuffmanCode {
    private static let longest = 15

    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols, ordered by code.
    private var symbols: [Int] = []

    init(_ lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        for length in 1...Self.longest {
            for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
        }
    }

    /// Decodes the next symbol; nil for an invalid code, and if the data ends first.
    func next(_ input: inout Bits64) throws(ArchiveError) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...Self.longest {
            guard let bit = try input.take(1) else { return nil }
            code |= bit
            let count = counts[length]
            if code - first < count {
                let place = index + code - first
                return symbols.indices.contains(place) ? symbols[place] : nil
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }
}
