internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// Erases a seat's traces at the readers, importers and OCR workers of all hubs known to the broker.
struct HubErasure: Sendable {
    /// A hub that was not asked, or did not answer.
    struct Unreachable: Sendable, Hashable {
        let hub: String
        let reason: String
    }

    /// The result of an erasure.
    struct Outcome: Sendable {
        var erased: [DevicesErased] = []
        var imports: [ImportsErased] = []
        var pictures: [PicturesErased] = []
        var unreachable: [Unreachable] = []
    }

    /// The most assignments in one request.
    private static let limit = 200

    let seat: String
    let forgetPairing: Bool

    /// Asks every hub, even if some do not answer.
    ///
    /// - Throws: ``BusError`` if the session manager does not list the assignments.
    func run(_ connection: HubConnection) async throws -> Outcome {
        var outcome = Outcome()
        let actors = try await SitePresence.collect(connection).byRole
        try await ask(actors[.healthImporter], away: "its importer is offline", outcome: &outcome) { outcome, hub in
            outcome.imports.append(try await call(HealthTopics.eraseImports, at: hub, over: connection))
        }
        try await ask(actors[.ocrWorker], away: "its OCR worker is offline", outcome: &outcome) { outcome, hub in
            outcome.pictures.append(try await call(OCRTopics.erasePictures, at: hub, over: connection))
        }
        let parts = try await parts(connection)
        guard !parts.isEmpty else { return outcome }
        try await ask(actors[.deviceReader], away: "its reader is offline", outcome: &outcome) { outcome, hub in
            outcome.erased.append(try await erase(parts, at: hub, over: connection))
        }
        return outcome
    }

    /// Asks the hubs with an actor, and records those that are offline or do not answer.
    ///
    /// - Parameters:
    ///   - hubs: The availability of the actor's instances, by hub.
    ///   - away: The reason for not asking a hub whose instances are all offline.
    ///   - operation: Asks a hub.
    private func ask(
        _ hubs: [String: [String]]?,
        away: String,
        outcome: inout Outcome,
        _ operation: (inout Outcome, String) async throws -> Void
    ) async throws {
        for (hub, words) in (hubs ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard words.contains(where: { $0 != Availability.offline.rawValue }) else {
                outcome.unreachable.append(Unreachable(hub: hub, reason: away))
                continue
            }
            do {
                try await operation(&outcome, hub)
            } catch let error as BusError {
                outcome.unreachable.append(Unreachable(hub: hub, reason: error.message))
            }
        }
    }

    private func call<Reply>(
        _ operation: Operation<SeatReference, Reply>,
        at hub: String,
        over connection: HubConnection
    ) async throws -> Reply {
        try await connection.requests.call(operation, hub: hub, body: SeatReference(seat: seat), timeout: .seconds(60))
    }

    private func erase(_ parts: [[AssignmentView]], at hub: String, over connection: HubConnection) async throws
        -> DevicesErased
    {
        var sum = DevicesErased(hub: hub, frames: 0, readings: 0, keptFrames: 0, keptReadings: 0, forgotten: 0)
        for part in parts {
            let body = EraseDevices(seat: seat, assignments: part, forgetPairing: forgetPairing ? true : nil)
            let one = try await connection.requests.call(
                ReaderTopics.eraseDevices,
                hub: hub,
                body: body,
                // A reading may be in progress.
                timeout: .seconds(120)
            )
            sum.add(one)
        }
        return sum
    }

    /// All assignments of the seat's devices, split to fit requests; those of one device stay together.
    private func parts(_ connection: HubConnection) async throws -> [[AssignmentView]] {
        let own = try await Self.assignments(PageRequest(seat: seat), over: connection)
        var parts: [[AssignmentView]] = []
        for device in Set(own.map(\.device)).sorted(by: { $0.description < $1.description }) {
            let all = try await Self.assignments(PageRequest(device: device), over: connection).prefix(Self.limit)
            if let last = parts.last, last.count + all.count <= Self.limit {
                parts[parts.count - 1] += all
            } else {
                parts.append(Array(all))
            }
        }
        return parts
    }

    private static func assignments(_ body: PageRequest, over connection: HubConnection) async throws
        -> [AssignmentView]
    {
        var found: [AssignmentView] = []
        var (page, pages) = (1, 1)
        while page <= pages {
            let reply = try await connection.requests.call(
                SessionOperations.devices,
                hub: BusAddress.siteHub,
                body: PageRequest(seat: body.seat, device: body.device, page: page)
            )
            found.append(contentsOf: reply.assignments)
            pages = reply.pages ?? 1
            page += 1
        }
        return found
    }
}

extension DevicesErased {
    /// Adds the result of another request to the same hub.
    mutating func add(_ other: DevicesErased) {
        frames = .clampedSum(frames, other.frames)
        readings = .clampedSum(readings, other.readings)
        keptFrames = .clampedSum(keptFrames, other.keptFrames)
        keptReadings = .clampedSum(keptReadings, other.keptReadings)
        forgotten = .clampedSum(forgotten, other.forgotten)
    }
}
