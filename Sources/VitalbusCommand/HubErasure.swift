internal import BusContract
internal import FoundationEssentials
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// Erases a seat's traces at the readers of all hubs that the broker knows.
struct HubErasure: Sendable {
    /// A hub that was not asked, or did not answer.
    struct Unreachable: Sendable, Hashable {
        let hub: String
        let reason: String
    }

    /// What came of it.
    struct Outcome: Sendable {
        var erased: [DevicesErased] = []
        var imports: [ImportsErased] = []
        var unreachable: [Unreachable] = []
    }

    /// The most assignments of one request.
    private static let limit = 200

    let seat: String
    let forgetPairing: Bool

    /// Asks every hub; one that does not answer keeps no other from being asked.
    ///
    /// - Throws: ``BusError`` when the session manager does not name the assignments.
    func run(_ connection: HubConnection) async throws -> Outcome {
        var outcome = Outcome()
        try await eraseImports(connection, &outcome)
        let parts = try await parts(connection)
        guard !parts.isEmpty else { return outcome }
        for (hub, word) in try await Self.hubs(of: .deviceReader, connection).sorted(by: { $0.key < $1.key }) {
            guard word != Availability.offline.rawValue else {
                outcome.unreachable.append(Unreachable(hub: hub, reason: "its reader is offline"))
                continue
            }
            do {
                outcome.erased.append(try await erase(parts, at: hub, connection))
            } catch let error as BusError {
                outcome.unreachable.append(Unreachable(hub: hub, reason: error.message))
            }
        }
        return outcome
    }

    private func erase(_ parts: [[AssignmentView]], at hub: String, _ connection: HubConnection) async throws
        -> DevicesErased
    {
        var sum = DevicesErased(hub: hub, frames: 0, readings: 0, keptFrames: 0, keptReadings: 0, forgotten: 0)
        for part in parts {
            let body = EraseDevices(seat: seat, assignments: part, forgetPairing: forgetPairing ? true : nil)
            let one = try await connection.requests.call(
                ReaderTopics.eraseDevices,
                hub: hub,
                body,
                // A reading may be under way.
                timeout: .seconds(120)
            )
            sum.frames += one.frames
            sum.readings += one.readings
            sum.keptFrames += one.keptFrames
            sum.keptReadings += one.keptReadings
            sum.forgotten += one.forgotten
        }
        return sum
    }

    /// All assignments of the seat's devices, in parts that fit a request; a device's stay together.
    private func parts(_ connection: HubConnection) async throws -> [[AssignmentView]] {
        let own = try await Self.assignments(PageRequest(seat: seat), connection)
        var parts: [[AssignmentView]] = []
        for device in Set(own.map(\.device)).sorted(by: { $0.description < $1.description }) {
            let all = try await Self.assignments(PageRequest(device: device), connection).prefix(Self.limit)
            if let last = parts.last, last.count + all.count <= Self.limit {
                parts[parts.count - 1] += all
            } else {
                parts.append(Array(all))
            }
        }
        return parts
    }

    private static func assignments(_ body: PageRequest, _ connection: HubConnection) async throws -> [AssignmentView] {
        var found: [AssignmentView] = []
        var (page, pages) = (1, 1)
        while page <= pages {
            let reply = try await connection.requests.call(
                SessionOperations.devices,
                hub: BusAddress.siteHub,
                PageRequest(seat: body.seat, device: body.device, page: page)
            )
            found += reply.assignments
            pages = reply.pages ?? 1
            page += 1
        }
        return found
    }

    private func eraseImports(_ connection: HubConnection, _ outcome: inout Outcome) async throws {
        for (hub, word) in try await Self.hubs(of: .healthImporter, connection).sorted(by: { $0.key < $1.key }) {
            guard word != Availability.offline.rawValue else {
                outcome.unreachable.append(Unreachable(hub: hub, reason: "its importer is offline"))
                continue
            }
            do {
                let erased = try await connection.requests.call(
                    HealthTopics.eraseImports,
                    hub: hub,
                    SeatReference(seat: seat),
                    timeout: .seconds(60)
                )
                outcome.imports.append(erased)
            } catch let error as BusError {
                outcome.unreachable.append(Unreachable(hub: hub, reason: error.message))
            }
        }
    }

    /// An actor's availability by hub: it is retained, so one that is away is known too.
    private static func hubs(of role: BusRole, _ connection: HubConnection) async throws -> [String: String] {
        let subscription = try await connection.client.subscribe(
            to: [PresenceTopics.availability],
            hub: nil,
            capacity: 1024
        )
        let end = Task {
            try? await Task.sleep(for: BusFacts.silence)
            subscription.cancel()
        }
        defer { end.cancel() }
        var readers: [String: String] = [:]
        for await message in subscription {
            guard let line = EventLine(message), line.levels.count == 8, line.levels[4] == "actor",
                line.levels[5] == role.rawValue
            else { continue }
            readers[line.hub] = String(decoding: message.payload, as: UTF8.self)
        }
        return readers
    }
}
