internal import GRDB
internal import StoreEngine

/// Selects a hub's held readings: its own, those for its seats, and ownerless ones of its seats' devices.
public struct HeldReach: Sendable, Hashable {
    let hub: String
    let seats: Set<String>

    /// Names a hub and its seats.
    public init(hub: String, seats: Set<String>) { (self.hub, self.seats) = (hub, seats) }

    /// The condition on the table of held readings.
    static func condition(_ reach: HeldReach?) throws -> (sql: String, arguments: StatementArguments) {
        guard let reach else { return ("TRUE", []) }
        let seats = try StoreList.json(reach.seats)
        let own = "IN (SELECT value FROM json_each(?))"
        let sql = """
            (held.hub = ? OR ifnull(held.seat \(own), FALSE) OR (held.seat IS NULL AND held.device IN (SELECT assignments.device
                FROM assignments WHERE assignments.valid_until IS NULL AND assignments.seat \(own))))
            """
        return (sql, [reach.hub, seats, seats])
    }
}
