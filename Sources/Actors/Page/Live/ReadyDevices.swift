internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The devices that wait for a person to measure, and at which seats; pure.
struct ReadyDevices: Sendable {
    /// How long a device is shown without news, in seconds: by then it has switched itself off.
    static let longest: TimeInterval = 180
    /// The largest number of devices remembered.
    private static let most = 1_000

    private struct Waiting: Sendable, Hashable {
        let peripheral: Int
        let seats: [String]
        let until: Date
    }

    private var known: [DeviceID: Waiting] = [:]

    /// Takes a device that waits for a measurement of one of these seats.
    ///
    /// - Returns: The seats whose tiles change.
    mutating func ready(_ device: DeviceID, peripheral: Int, seats: [String], now: Date) -> [String] {
        let old = known.removeValue(forKey: device)?.seats ?? []
        if known.count < Self.most {
            known[device] = Waiting(peripheral: peripheral, seats: seats, until: now + Self.longest)
        }
        return Set(old + seats).sorted()
    }

    /// Takes a device that was read or failed.
    ///
    /// - Returns: The seats whose tiles change.
    mutating func ended(_ device: DeviceID) -> [String] { known.removeValue(forKey: device)?.seats ?? [] }

    /// Forgets devices without news.
    ///
    /// - Returns: The seats whose tiles change.
    mutating func forget(now: Date) -> [String] {
        let gone = known.filter { $0.value.until <= now }
        for device in gone.keys { known[device] = nil }
        return Set(gone.values.flatMap(\.seats)).sorted()
    }

    /// The models that wait at a seat.
    func peripherals(at seat: String) -> [Int] {
        Set(known.values.filter { $0.seats.contains(seat) }.map(\.peripheral)).sorted()
    }

    /// The seats that a device measures: those it is assigned to, or the only seat there is.
    static func seats(of device: DeviceID, assignments: [AssignmentView], all: [String]) -> [String] {
        let given = Set(assignments.filter { $0.until == nil && $0.device == device }.map(\.seat)).sorted()
        return given.isEmpty && all.count == 1 ? all : given
    }
}

/// Follows the readers, and shows waiting devices on the tiles of their seats.
struct ReadyFeed: Sendable {
    /// How often devices without news are looked for.
    private static let pause = Duration.seconds(15)
    private static let events: [TopicDescriptor] = [
        // A connected device no longer advertises, so the scanner's `peripheralLost` says nothing about it.
        ReaderTopics.passiveIsReadyToRead.descriptor, ReaderTopics.passiveDidRead.descriptor,
        ReaderTopics.passiveDidFail.descriptor,
    ]

    /// The fields that these events share.
    private struct OfDevice: Codable, Sendable {
        let device: DeviceID
        let peripheralID: Int?
    }

    let client: BusClient
    let board: LiveBoard
    let devices: BoardDevices

    /// Follows until cancelled.
    ///
    /// - Throws: `BusError`.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow() }
            group.addTask {
                while !Task.isCancelled {
                    try await client.environment.clock.sleep(for: Self.pause)
                    await board.forgetReady(now: client.environment.now())
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func follow() async throws {
        let subscription = try await client.subscribe(to: Self.events, hub: nil, capacity: 256)
        for await message in subscription {
            // Absent is nil: an unreadable message is not an event.
            guard let event = try? Envelope<OfDevice>.decode(message.payload).data else { continue }
            guard message.levels.last == ReaderTopics.passiveIsReadyToRead.descriptor.name else {
                await board.endReady(event.device)
                continue
            }
            let now = client.environment.now()
            let assignments = await devices.assignments(.wholeSite, now: now)
            // Absent is nil: without the list, a device without an assignment is shown nowhere.
            let all = (try? await board.seats(for: .wholeSite)) ?? []
            let seats = ReadyDevices.seats(of: event.device, assignments: assignments, all: all)
            await board.ready(event.device, peripheral: event.peripheralID ?? 0, seats: seats, now: now)
        }
        subscription.cancel()
    }
}
