import Foundation

/// Who was at which seat when; written by the one who starts and ends sessions, read by the one who counts.
actor StayBook {
    /// By the number of the seat, in order.
    private(set) var stays: [Int: [Stay]] = [:]
    /// How many sessions were started, ended or refused.
    private(set) var changes = 0
    /// Whether no further change is to begin.
    private(set) var isClosed = false

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    /// The people who are there from the beginning.
    init(_ users: [Int: String]) {
        stays = users.mapValues { [.always($0)] }
    }

    /// Lets no further change begin.
    func close() { isClosed = true }

    /// A session is about to be ended, by whatever means.
    func ending(_ seat: Int) {
        change(seat) { $0.surelyUntil = $0.surelyUntil ?? Self.now }
    }

    /// It has ended.
    func ended(_ seat: Int) {
        changes += 1
        change(seat) { $0.latestEnd = $0.latestEnd ?? Self.now }
    }

    /// A session is about to be started.
    func starting(_ seat: Int, _ user: String) {
        stays[seat, default: []].append(
            Stay(user: user, earliestStart: Self.now, surelyFrom: nil, surelyUntil: nil, latestEnd: nil)
        )
    }

    /// It runs; the person before has left.
    func started(_ seat: Int) {
        changes += 1
        let now = Self.now
        guard var all = stays[seat], !all.isEmpty else { return }
        for place in all.indices.dropLast() { all[place].latestEnd = all[place].latestEnd ?? now }
        all[all.count - 1].surelyFrom = now
        stays[seat] = all
    }

    /// A device was given to another person from a time on; both keep their sessions.
    ///
    /// - Parameter answered: When that was known to be done: what was read before may have gone to the first person.
    func handed(_ device: Int, to user: String, from: Int64, answered: Int64) {
        changes += 1
        change(device) {
            $0.surelyUntil = from
            $0.latestEnd = max(from, answered)
        }
        stays[device, default: []].append(
            Stay(
                user: user,
                earliestStart: from,
                surelyFrom: max(from, answered),
                surelyUntil: nil,
                latestEnd: nil
            )
        )
    }

    private func change(_ seat: Int, _ body: (inout Stay) -> Void) {
        guard var all = stays[seat], let last = all.indices.last else { return }
        body(&all[last])
        stays[seat] = all
    }
}
