internal import DeviceCodecs

/// Which places of a cuff's memory a session reads, in order.
///
/// It begins with the oldest, so the mark rises with each part, and reading resumes there after a broken link. A mark
/// holds the bytes of its record, because places are reused.
struct OmronCuffWalk: Sendable {
    /// The last place that is read and stored, by user.
    struct Mark: Hashable, Sendable {
        let slot: Int
        let bytes: [UInt8]
    }

    /// Places to read at once.
    struct Part: Hashable, Sendable {
        let user: Int
        let first: Int
        let count: Int
        /// Whether it is the mark's place, to see whether its record is still there.
        var isCheck = false
    }

    /// The marks by user.
    private(set) var marks: [Int: Mark]
    private let model: OmronCuffModel
    private let limit: Int
    private var newest: [Int?] = []
    private var user = 0
    private var next = 0
    private var left = 0
    private var isChecking = false

    /// Makes a walk.
    ///
    /// - Parameters:
    ///   - stored: The marks as an earlier session kept them.
    ///   - limit: How many records are read at once.
    init(_ model: OmronCuffModel, stored: [UInt8]?, limit: Int) {
        self.model = model
        self.limit = limit
        marks = Self.marks(stored ?? [], width: model.width)
    }

    /// Begins with the first user.
    mutating func begin(index: [UInt8]) {
        newest = model.newest(in: index)
        user = -1
        nextUser()
    }

    /// The next part; nil once everything is read.
    var part: Part? {
        guard user < model.starts.count else { return nil }
        if isChecking, let mark = marks[user] { return Part(user: user, first: mark.slot, count: 1, isCheck: true) }
        return Part(user: user, first: next, count: min(limit, left, model.records - next))
    }

    /// Where a part begins.
    func address(of part: Part) -> Int { model.starts[part.user] + part.first * model.width }

    /// Takes what a part holds; the records that were not seen before, oldest first.
    mutating func take(_ data: [UInt8], of part: Part) -> [[UInt8]] {
        let records = stride(from: 0, to: part.count * model.width, by: model.width).map {
            Array(data.dropFirst($0).prefix(model.width))
        }
        guard !part.isCheck else {
            check(records[0])
            return []
        }
        for (offset, record) in records.enumerated() where OmronCuffRecord(record, of: model) != .empty {
            marks[part.user] = Mark(slot: part.first + offset, bytes: record)
        }
        next = (next + part.count) % model.records
        left -= part.count
        if left <= 0 { nextUser() }
        return records
    }

    private mutating func check(_ record: [UInt8]) {
        isChecking = false
        guard let mark = marks[user], let last = newest[user] else { return nextUser() }
        // Overwritten or erased: everything is read again, and known records change nothing.
        guard mark.bytes == record else { return }
        left = (last - mark.slot + model.records) % model.records
        next = (mark.slot + 1) % model.records
        if left == 0 { nextUser() }
    }

    private mutating func nextUser() {
        repeat { user += 1 } while user < model.starts.count && newest[user] == nil
        guard user < model.starts.count, let last = newest[user] else { return }
        // In a full memory, the oldest follows the newest.
        next = (last + 1) % model.records
        left = model.records
        isChecking = marks[user].map { $0.slot < model.records } ?? false
    }

    /// The marks as they are stored: by user its index, the place and the record's bytes.
    var stored: [UInt8] {
        marks.sorted { $0.key < $1.key }.flatMap { user, mark in
            [UInt8(user), UInt8(mark.slot >> 8), UInt8(mark.slot & 0xFF)] + mark.bytes
        }
    }

    private static func marks(_ stored: [UInt8], width: Int) -> [Int: Mark] {
        var marks: [Int: Mark] = [:]
        // A mark of another width is another model's: read everything.
        guard stored.count.isMultiple(of: width + 3) else { return [:] }
        for start in stride(from: 0, to: stored.count, by: width + 3) {
            let bytes = Array(stored[(start + 3)..<(start + 3 + width)])
            let slot = Int(stored[start + 1]) << 8 | Int(stored[start + 2])
            marks[Int(stored[start])] = Mark(slot: slot, bytes: bytes)
        }
        return marks
    }
}
