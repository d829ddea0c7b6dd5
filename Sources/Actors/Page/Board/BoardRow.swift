internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Why a seat comes where it does on the ward board, the most urgent reason first.
enum BoardNeed: Int, CaseIterable, Comparable, Sendable {
    /// A value that is not old is outside its limits.
    case outside
    /// Readings need a person's decision.
    case held
    /// A measurement of the person's plan is late.
    case overdue
    /// The newest value of a metric is outside its limits, and old.
    case outsideOld
    /// A measurement of the person's plan is due.
    case due
    /// The hub or an assigned device does not deliver.
    case silent
    /// None of these.
    case nothing
    /// The seat has no session.
    case free

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// One seat on the ward board; pure.
struct BoardRow: Sendable, Hashable {
    let tile: SeatTile
    /// The hubs that measure the seat, as far as the site's list says.
    let hubs: [String]
    let need: BoardNeed
    /// The number of values that are outside their limits and not old.
    let outside: Int
    /// What the person's plan asks for; nil without a plan.
    let due: PlanDue?
    /// The time of the newest value of the present person.
    let last: Date?

    /// Judges a seat.
    ///
    /// - Parameters:
    ///   - isSilent: Whether its hub or one of its devices does not deliver.
    ///   - stale: The age from which a value is old, in seconds.
    ///   - zone: The site's time zone, for the times of a plan.
    init(
        _ tile: SeatTile,
        hubs: [String],
        isSilent: Bool,
        now: Date,
        stale: TimeInterval,
        zone: TimeZone = .current
    ) {
        let marked = (tile.values ?? []).filter(\.isUnusual)
        let fresh = marked.filter { now.timeIntervalSince($0.at) <= stale }
        (self.tile, self.hubs, outside) = (tile, hubs, fresh.count)
        last = tile.values?.map(\.at).max()
        let due = tile.due(now: now, zone: zone)
        self.due = due
        let needs: [(BoardNeed, isSo: Bool)] = [
            (.outside, !fresh.isEmpty), (.held, tile.entry.held > 0), (.overdue, due?.need == .overdue),
            (.outsideOld, !marked.isEmpty), (.due, due?.need == .due),
            (.silent, isSilent && tile.entry.session != nil), (.free, tile.entry.session == nil),
        ]
        need = needs.first(where: \.isSo)?.0 ?? .nothing
    }

    var seat: String { tile.seat }

    /// Whether the seat has a need, also if a more urgent one decides its place: a bed with values outside its limits
    /// may be due as well.
    func has(_ other: BoardNeed) -> Bool { need == other || due?.need == other }

    /// The key of the order by need: a lower one comes first.
    var rank: Int { need.rawValue * 100 - min(outside, 99) }

    /// The rows by need: first the need, then the number of values outside, then the bed.
    static func sorted(_ rows: [Self]) -> [Self] {
        rows.sorted { one, other in
            if one.rank != other.rank { return one.rank < other.rank }
            return BedName(one.seat) < BedName(other.seat)
        }
    }
}

/// A seat's name in the order of a ward: `bed-9` before `bed-10`.
struct BedName: Comparable {
    private let parts: [(word: String, number: Int)]
    private let name: String

    init(_ name: String) {
        self.name = name
        var parts: [(word: String, number: Int)] = []
        for character in name {
            // In range: a longer number is cut at 15 digits, and the whole name decides.
            if let digit = character.wholeNumberValue, character.isASCII {
                if parts.isEmpty { parts.append(("", -1)) }
                let known = max(parts[parts.count - 1].number, 0)
                if known < 100_000_000_000_000 { parts[parts.count - 1].number = known * 10 + digit }
            } else if let last = parts.last, last.number < 0 {
                parts[parts.count - 1].word.append(character)
            } else {
                parts.append((String(character), -1))
            }
        }
        self.parts = parts
    }

    static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    static func < (one: Self, other: Self) -> Bool {
        for (mine, theirs) in zip(one.parts, other.parts) where mine != theirs { return mine < theirs }
        return (one.parts.count, one.name) < (other.parts.count, other.name)
    }
}
