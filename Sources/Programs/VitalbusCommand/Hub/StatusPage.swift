package import BusContract
package import Foundation
internal import MessageBus
package import SiteHealth

/// The content of `vitalbus status`.
package struct StatusPage: Encodable, Sendable {
    /// A hub, or the site itself.
    package struct Hub: Encodable, Sendable {
        let hub: String
        /// The availability of each actor's instances.
        let actors: [String: [String: String]]
        /// Whether news of the hub arrives over a link between two brokers that is down now.
        let isCutOff: Bool
        /// The versions of its processes that are online; more than one in the middle of an update.
        let versions: [String]

        /// Describes a hub.
        package init(
            _ hub: String,
            actors: [String: [String: String]],
            isCutOff: Bool,
            versions: [String] = []
        ) {
            (self.hub, self.actors, self.isCutOff, self.versions) = (hub, actors, isCutOff, versions)
        }
    }

    private let site: String
    /// The hub that the command runs at, and the source that named it.
    private let seenFrom: String
    private let hubs: [Hub]
    private let seats: [SeatPage.Entry]
    private let queue: QueueState?
    private let problems: [Finding]
    /// How far the update of the site's hubs is; nil while none is under way or halted, and on other machines.
    private let update: String?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - seenFrom: The hub that the command runs at, and the source that named it.
    ///   - hubs: All hubs by name.
    ///   - update: How far the update of the hubs is; nil while none is under way or halted.
    package init(
        _ site: String,
        seenFrom: String,
        hubs: [Hub],
        seats: [SeatPage.Entry],
        queue: QueueState?,
        problems: [Finding],
        update: String? = nil
    ) {
        (self.site, self.seenFrom, self.hubs, self.seats) = (site, seenFrom, hubs, seats)
        (self.queue, self.problems, self.update) = (queue, problems, update)
    }

    /// The page for people.
    ///
    /// - Parameters:
    ///   - all: Whether each hub and each seat gets a row, however many there are.
    ///   - columns: The terminal's width, to which the tables are wrapped; nil for none.
    package func lines(now: Date, all: Bool = false, columns: Int? = nil) -> [String] {
        let limit = all ? Int.max : Finding.listed
        let head = "site \(site), \(LocalTime.text(now)), seen from \(seenFrom)"
        var page = [head, ""] + hubLines(limit, columns: columns)
        page += [""] + seatLines(limit, now: now, columns: columns)
        page += ["", queueLine]
        if let update { page.append("update: \(update)") }
        return page + problemLines(limit)
    }
}

extension StatusPage {
    private func hubLines(_ limit: Int, columns: Int?) -> [String] {
        let named = Set(problems.map { String($0.check.prefix { $0 != " " }) })
        // The site's own row comes first if not all rows are shown.
        let isSite = { (hub: Hub) in hub.hub == BusAddress.siteHub }
        let sorted = hubs.count > limit ? hubs.filter(isSite) + hubs.filter { !isSite($0) } : hubs
        let choice = Choice(sorted, limit: limit) { hub in
            isSite(hub) || hub.isCutOff || named.contains(hub.hub)
                || hub.actors.values.contains { $0.values.contains { $0 != Availability.online.rawValue } }
        }
        var table = TextTable("HUB", "VERSION", "ACTORS")
        for hub in choice.rows {
            let words = hub.actors.sorted { $0.key < $1.key }.map { actor, instances in
                "\(actor) \(Self.word(Array(instances.values)))"
            }
            let link = hub.isCutOff ? "LINK DOWN, state from before: " : ""
            let version = hub.versions.isEmpty ? "-" : hub.versions.joined(separator: " and ")
            table.add(isSite(hub) ? "(site)" : hub.hub, version, link + words.joined(separator: ", "))
        }
        return table.lines(within: columns) + choice.summary("hubs", wellWords: "all their processes are online")
    }

    private func seatLines(_ limit: Int, now: Date, columns: Int?) -> [String] {
        guard !seats.isEmpty else { return ["no seat: vitalbus session start --seat SEAT …"] }
        let named = Set(problems.map(\.check))
        let choice = Choice(seats, limit: limit) { seat in
            // A short wait is not a problem, and a long one is reported as such.
            seat.session?.validated != .yes || [seat.unsynced, seat.rejected, seat.held].contains { $0 > 0 }
                || named.contains("seat \(seat.seat)")
        }
        return SeatList.table(choice.rows, now: now).lines(within: columns)
            + choice.summary(
                "seats",
                wellWords: "each has a session, and there are no held, rejected or unsynced records"
            )
    }

    private var queueLine: String {
        guard let queue else { return "queue: its length is unknown" }
        let oldest = queue.oldestSeconds.map { ", oldest \($0) s" } ?? ""
        return "queue: \(queue.pending) waiting, \(queue.leased) being sent, \(queue.rejected) rejected, "
            + "\(queue.held) held\(oldest)"
    }

    private func problemLines(_ limit: Int) -> [String] {
        guard !problems.isEmpty else { return ["no known problems"] }
        let problems = limit == .max ? problems : problems.grouped
        guard problems.count > limit else { return problems.flatMap(\.lines) }
        let sorted = problems.filter { $0.status == .wrong } + problems.filter { $0.status != .wrong }
        return sorted.prefix(limit).flatMap(\.lines)
            + ["\(problems.count - limit) more problems: vitalbus status --all"]
    }

    private static func word(_ words: [String]) -> String {
        let counts = Dictionary(grouping: words) { $0 }.mapValues(\.count).sorted { $0.key < $1.key }
        return counts.map { word, count in count > 1 ? "\(count) \(word)" : word }.joined(separator: " and ")
    }
}

/// The rows to show of a long table: only those with trouble if there are too many for all.
private struct Choice<Row> {
    let rows: [Row]
    private let well: Int
    private let more: Int

    init(_ all: [Row], limit: Int, isTrouble: (Row) -> Bool) {
        guard all.count > limit else {
            (rows, well, more) = (all, 0, 0)
            return
        }
        let troubled = all.filter(isTrouble)
        rows = Array(troubled.prefix(limit))
        (well, more) = (all.count - troubled.count, troubled.count - rows.count)
    }

    func summary(_ noun: String, wellWords: String) -> [String] {
        (more > 0 ? ["\(more) more \(noun) have trouble: vitalbus status --all"] : [])
            + (well > 0 ? ["\(well) \(noun) are well: \(wellWords)"] : [])
    }
}
