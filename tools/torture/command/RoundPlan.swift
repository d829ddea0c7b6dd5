/// One round of the torture: a fresh system, some strikes, a drain, a count.
struct RoundPlan: Sendable, Hashable {
    /// Its number, from 1.
    let number: Int
    /// Everything random in it follows from this.
    let seed: UInt64
    /// What the server does with repeats.
    let server: ServerKind
    /// How many processes are struck.
    let kills: Int
    /// Whether sessions are started, ended and refused meanwhile.
    var changesSessions = false
    /// Whether a glucose meter is read over links that break.
    var hasMeter = false
    /// Whether photos of displays are read and confirmed meanwhile.
    var hasPhotos = false
    /// How often a captive portal stands before the server.
    var portals = 1

    /// The most strikes of one round.
    private static let largest = 100

    /// Divides a run into rounds of equal size, at least one for each kind of server.
    ///
    /// A run of one round has the run's own seed, so that a failed round can be replayed alone.
    static func rounds(
        kills: Int,
        seed: UInt64,
        servers: [ServerKind],
        sessions: Bool = false,
        meter: Bool = false,
        photos: Bool = false,
        portals: Int = 1
    ) -> [RoundPlan] {
        let each = (kills + largest - 1) / largest
        let count = max(1, (each + servers.count - 1) / servers.count) * servers.count
        return (0..<count).map { index in
            RoundPlan(
                number: index + 1,
                seed: count == 1 ? seed : seed &* 1_000 &+ UInt64(index + 1),
                server: servers[index % servers.count],
                kills: kills * (index + 1) / count - kills * index / count,
                changesSessions: sessions,
                hasMeter: meter,
                hasPhotos: photos,
                portals: portals
            )
        }
    }

    /// The command that plays this round again.
    var replay: String {
        "tools/dev torture --kills \(kills) --seed \(seed) --server \(server.rawValue)"
            + (changesSessions ? " --sessions" : "")
            + (hasMeter == changesSessions ? "" : hasMeter ? " --radio" : " --no-radio")
            + (hasPhotos ? " --photos" : "")
            + (portals == 1 ? "" : " --portals \(portals)")
    }
}
