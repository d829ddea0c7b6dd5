/// A Beurer scale with the maker's service FFE0, such as the BF710: users, their stored results, and one weighing at a time.
///
/// Each of its frames must be acknowledged, or it sends no further one. Source: captured frames and issues of openScale
/// and ble-scale-sync.
package struct BeurerScalePeer: MakerPeer {
    /// A user of the scale.
    package struct User: Hashable, Sendable {
        /// Eight bytes.
        package let id: [UInt8]
        /// Three letters.
        package let name: String
        /// The year of birth.
        package let year: Int
        /// Results of 22 bytes, oldest first.
        package var results: [[UInt8]] = []

        /// Creates a user without results.
        package init(id: [UInt8], name: String, year: Int) {
            (self.id, self.name, self.year) = (id, name, year)
        }
    }

    /// The scales' service.
    package static let service = "0000ffe0-0000-1000-8000-00805f9b34fb"
    /// The characteristic for both directions.
    package static let channel = "0000ffe1-0000-1000-8000-00805f9b34fb"

    /// The first byte of this model's frames.
    package var start: UInt8
    /// The users.
    package var users: [User] = []
    /// The clock as a central set it, in seconds since 1970; nil before that.
    package private(set) var clock: Int?
    /// Whether it answers nothing before its clock is set on the link.
    package var needsClock = false
    /// Whether it answers nothing.
    package var isDeaf = false
    /// Whether each stored result lacks its last byte.
    package var cutsResults = false
    /// A weighing that follows once nothing else is under way.
    package var planned: (result: [UInt8], user: User)?
    /// Requests that a central must never send: adding and deleting users, deleting results.
    package private(set) var strayWrites: [[UInt8]] = []
    /// Whether the central has begun.
    package private(set) var isOpen = false
    /// The results that were read whole.
    package private(set) var read: Set<[UInt8]> = []
    private var half: [UInt8] = []
    private var hasClock = false
    /// Frames that are sent one by one, each after the acknowledgement of the one before.
    private var waiting: [[UInt8]] = []
    private var unacknowledged: [UInt8]?

    /// Creates a scale of a model.
    package init(start: UInt8 = 0xE7) { self.start = start }

    /// One characteristic that is written and notifies.
    package var rows: [PeerRow] {
        [PeerRow(Self.channel, flags: ["write", "write-without-response", "notify"])]
    }

    /// Answers a request or an acknowledgement.
    package mutating func answers(to bytes: [UInt8], on _: String) -> [PeerFrame] {
        guard !isDeaf else { return [] }
        guard let head = bytes.first, head & 0xF0 == start & 0xF0 else { return stray(bytes) }
        switch (head & 0x0F, bytes.count) {
        case (0x6, 2):
            isOpen = true
            return frames([[head, 0x00, 0x20]])
        case (0x9, 5):
            (clock, hasClock) = (bytes[1...].reduce(0) { $0 << 8 | Int($1) }, true)
            return []
        case (0xA, _):
            isOpen = false
            return []
        case (0x7, 2...) where isOpen: return request(bytes)
        default: return stray(bytes)
        }
    }

    /// Forgets what is under way.
    package mutating func linkEnded() { (isOpen, hasClock, waiting, unacknowledged) = (false, false, [], nil) }

    /// Sends the frames of a weighing, if a central is there: a moving weight, the settled one, and the result.
    package mutating func weigh(_ result: [UInt8], of user: User) -> [PeerFrame] {
        guard isOpen else { return [] }
        let weight = Array(result[4..<6])
        waiting += [[start, 0x58, 0x01] + weight, [start, 0x58, 0x00] + weight]
        waiting += [
            [start, 0x59, 3, 1, 0] + user.id, [start, 0x59, 3, 2] + result.prefix(11),
            [start, 0x59, 3, 3] + result.suffix(11),
        ]
        return next()
    }

    /// Sends the first frame of the planned weighing, unless others are under way.
    package mutating func weighAsPlanned() -> [PeerFrame] {
        guard let planned, isOpen, hasClock || !needsClock, waiting.isEmpty, unacknowledged == nil else { return [] }
        self.planned = nil
        return weigh(planned.result, of: planned.user)
    }

    private mutating func request(_ bytes: [UInt8]) -> [PeerFrame] {
        if bytes[1] == 0xF1 { return acknowledged(Array(bytes.dropFirst(2))) }
        guard hasClock || !needsClock else { return [] }
        let reply: [UInt8] = [start, 0xF0, bytes[1]]
        switch bytes[1] {
        case 0x33:
            waiting = users.enumerated().map { index, user in
                [start, 0x34, UInt8(users.count), UInt8(index + 1)] + user.id + user.name.utf8
                    + [UInt8(user.year - 1900)]
            }
            return frames([reply + [0, UInt8(users.count), 8]]) + next()
        case 0x41:
            let halves = (users.first { $0.id == Array(bytes.suffix(8)) }?.results ?? []).flatMap {
                [$0.prefix(11), $0.suffix(11).dropLast(cutsResults ? 1 : 0)]
            }
            waiting = halves.enumerated().map { [start, 0x42, UInt8(halves.count), UInt8($0 + 1)] + $1 }
            return frames([reply + [UInt8(halves.count / 2)]]) + next()
        case 0x36, 0x40, 0x46, 0x47, 0x4C, 0x4D, 0x4F: return frames([reply + [0, 0]])
        default: return stray(bytes)
        }
    }

    private mutating func acknowledged(_ bytes: [UInt8]) -> [PeerFrame] {
        guard let frame = unacknowledged, bytes == Array(frame[1..<4]) else { return [] }
        unacknowledged = nil
        noteResult(frame)
        return next()
    }

    /// Knows a result as read once its second half is acknowledged.
    private mutating func noteResult(_ frame: [UInt8]) {
        let data = Array(frame.dropFirst(4))
        switch (frame[1], frame[3].isMultiple(of: 2)) {
        case (0x42, false), (0x59, true): half = data
        // The first of a weighing's three parts names the user.
        case (0x42, true),
            (0x59, false) where frame[3] > 1:
            read.insert(half + data)
        default: break
        }
    }

    private mutating func next() -> [PeerFrame] {
        guard unacknowledged == nil, !waiting.isEmpty else { return [] }
        let frame = waiting.removeFirst()
        unacknowledged = frame
        return frames([frame])
    }

    private mutating func stray(_ bytes: [UInt8]) -> [PeerFrame] {
        strayWrites.append(bytes)
        return []
    }

    private func frames(_ frames: [[UInt8]]) -> [PeerFrame] { frames.map { PeerFrame(Self.channel, bytes: $0) } }

    /// A result of 22 bytes without the values that barefoot people get.
    ///
    /// - Parameters:
    ///   - seconds: The scale's clock, since 1970.
    ///   - steps: The weight in steps of 50 g.
    ///   - fat: In tenths of a percent; 0 without.
    package static func result(seconds: Int, steps: Int, impedance: Int = 0, fat: Int = 0) -> [UInt8] {
        big(seconds, count: 4) + [steps, impedance, fat].flatMap { big($0, count: 2) }
            + [UInt8](repeating: 0, count: 12)
    }
}
