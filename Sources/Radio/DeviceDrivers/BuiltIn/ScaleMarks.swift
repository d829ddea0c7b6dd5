internal import DeviceCodecs

/// Which weighings of a scale's memory are read, by user.
///
/// A scale without numbers is marked by the times of its weighings: unlike the newest time, they also show what is
/// new after its clock went back. Weighings that do not fit into the store are read again, and known by their keys.
struct ScaleMarks: Hashable, Sendable {
    /// A user of the scale.
    struct User: Hashable, Sendable {
        /// How the scale names the user; eight bytes.
        let id: [UInt8]
        /// The user's number for the hub, from 1; it stays although other users are deleted.
        let index: Int
        /// The times that are read, as the scale sends them.
        var times: Set<UInt32> = []
    }

    /// The most users that keep a number; scales have at most ten.
    static let limit = 20
    private static let idBytes = 8

    private(set) var users: [User] = []

    /// Reads what an earlier link stored; empty if the bytes are damaged.
    init(stored: [UInt8]?) {
        var rest = (stored ?? [])[...]
        while rest.count >= Self.idBytes + 2 {
            let (id, index) = (Array(rest.prefix(Self.idBytes)), Int(rest[rest.startIndex + Self.idBytes]))
            let count = Int(rest[rest.startIndex + Self.idBytes + 1])
            rest = rest.dropFirst(Self.idBytes + 2)
            guard rest.count >= count * 4, users.count < Self.limit else { return }
            let times = (0..<count).map { Self.word(rest.dropFirst($0 * 4).prefix(4)) }
            users.append(User(id: id, index: index, times: Set(times)))
            rest = rest.dropFirst(count * 4)
        }
    }

    /// The number of a user, assigned if there is none yet; nil once all are in use.
    mutating func index(of id: [UInt8]) -> Int? {
        if let known = users.first(where: { $0.id == id }) { return known.index }
        guard id.count == Self.idBytes, users.count < Self.limit else { return nil }
        let next = (users.map(\.index).max() ?? 0) + 1
        users.append(User(id: id, index: next))
        return next
    }

    /// The number of a user who has one.
    func known(_ id: [UInt8]) -> Int? { users.first { $0.id == id }?.index }

    /// Whether a user's weighing is read.
    func has(_ time: UInt32, of id: [UInt8]) -> Bool { users.first { $0.id == id }?.times.contains(time) == true }

    /// Adds a weighing that is read.
    mutating func add(_ time: UInt32, of id: [UInt8]) {
        guard let place = users.firstIndex(where: { $0.id == id }) else { return }
        users[place].times.insert(time)
    }

    /// Forgets the weighings that the scale no longer has.
    mutating func keepOnly(_ times: Set<UInt32>, of id: [UInt8]) {
        guard let place = users.firstIndex(where: { $0.id == id }) else { return }
        users[place].times.formIntersection(times)
    }

    /// The marks for the store, each user with the newest times that fit.
    var stored: [UInt8] {
        let room = users.isEmpty ? 0 : (DriverStart.storeLimit / users.count - Self.idBytes - 2) / 4
        return users.flatMap { user in
            let times = user.times.sorted().suffix(min(room, 255))
            return user.id + [UInt8(user.index), UInt8(times.count)] + times.flatMap { Self.bytes($0) }
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func bytes(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
