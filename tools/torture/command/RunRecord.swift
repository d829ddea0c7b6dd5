import Foundation

/// How far a run got, so that it can continue after an interruption.
struct RunRecord: Codable {
    /// What was asked for; a record of another run is not gone on with.
    let kills: Int
    let seed: UInt64
    let servers: [ServerKind]
    let changesSessions: Bool
    let hasMeter: Bool
    let hasPhotos: Bool
    let portals: Int
    /// Rounds that are over.
    var rounds = 0
    /// Their sum.
    var sum = RoundResult()

    private enum CodingKeys: CodingKey {
        case kills, seed, servers, changesSessions, hasMeter, hasPhotos, portals, rounds, sum
    }

    init(
        kills: Int,
        seed: UInt64,
        servers: [ServerKind],
        changesSessions: Bool,
        hasMeter: Bool,
        hasPhotos: Bool,
        portals: Int
    ) {
        self.hasMeter = hasMeter
        self.hasPhotos = hasPhotos
        self.changesSessions = changesSessions
        self.portals = portals
        self.kills = kills
        self.seed = seed
        self.servers = servers
    }

    /// Whether both are of the same run.
    func isOf(_ other: RunRecord) -> Bool {
        kills == other.kills && seed == other.seed && servers == other.servers
            && changesSessions == other.changesSessions && hasMeter == other.hasMeter && hasPhotos == other.hasPhotos
            && portals == other.portals
    }

    /// Reads a record; nil where there is none.
    static func load(_ path: String) -> RunRecord? {
        (try? Data(contentsOf: URL(filePath: path))).flatMap { try? JSONDecoder().decode(RunRecord.self, from: $0) }
    }

    /// Writes the record.
    func save(_ path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}
