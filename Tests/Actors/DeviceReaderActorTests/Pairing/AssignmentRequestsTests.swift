import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// Assignments of paired devices, with a session manager that answers as a test wants.
@Suite struct AssignmentRequestsTests {
    private let folder: TemporaryFolder
    private let broker = InMemoryBroker()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(_ actor: String, hub: String) throws -> BusClient {
        BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: hub, actor: actor, instance: "main"),
            epoch: 1,
            environment: BusEnvironment(
                now: { Samples.start },
                newID: { UUID().uuidString.lowercased() },
                clock: ContinuousClock()
            )
        )
    }

    /// Runs a service against a session manager that answers with a closure.
    private func serving(
        _ answer: @escaping @Sendable (AssignDevice) throws -> AssignmentView,
        _ body: (AssignmentRequests, OutboxStore) async throws -> Void
    ) async throws {
        let store = try await OutboxStore.open(
            StoreConfiguration(path: folder.url.appending(path: "outbox.sqlite").path)
        )
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let handler = RequestHandler(SessionOperations.assignDevice) { body, _ in try answer(body) }
        let server = try RequestServer(try client("session-manager", hub: "site"), handlers: [handler], logger: logger)
        let reader = try client("device-reader", hub: "room-1")
        let requests = RequestClient(reader)
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        let running = [
            Task { try await server.run { continuation.yield() } }, Task { try await requests.run() },
        ]
        for await _ in ready { break }
        let context = try ActorContext(reader, folder: folder, requests: requests)
        let service = await AssignmentRequests(context, store: store, managerHub: "site")
        try await body(service, store)
        for task in running { task.cancel() }
        try await store.close()
    }

    private static func accepted(_ request: AssignDevice) -> AssignmentView {
        AssignmentView(
            device: request.device,
            userIndex: request.userIndex,
            seat: request.seat,
            from: Samples.start,
            until: nil
        )
    }

    @Test func anAnsweredAssignmentLeavesNothingOnDisk() async throws {
        try await serving(Self.accepted) { service, store in
            guard case .assigned = await service.assign(Samples.device(), userIndex: 2, to: "ann") else {
                Issue.record("the device was not assigned")
                return
            }
            let left = try await store.peripheralData(kind: "assign")
            #expect(left.isEmpty)
        }
    }

    @Test func aRefusedAssignmentSaysThatTheDeviceIsPaired() async throws {
        let refusal: @Sendable (AssignDevice) throws -> AssignmentView = { _ in
            throw BusError(.notFound, message: "there is no seat 'ann'")
        }
        try await serving(refusal) { service, store in
            guard case .refused(let fault) = await service.assign(Samples.device(), userIndex: nil, to: "ann") else {
                Issue.record("the assignment was not refused")
                return
            }
            #expect(fault.code == "notFound")
            #expect(fault.message.contains("is paired, but not assigned"))
            let left = try await store.peripheralData(kind: "assign")
            #expect(left.isEmpty)
        }
    }

    @Test func aStoredAssignmentIsSentAgain() async throws {
        let answered = BoundedQueue<AssignDevice>(capacity: 1)
        let body: @Sendable (AssignDevice) throws -> AssignmentView = { request in
            _ = answered.offer(request)
            return Self.accepted(request)
        }
        try await serving(body) { service, store in
            let request = AssignDevice(device: Samples.device(), userIndex: 3, seat: "ann", from: Samples.start)
            try await store.storePeripheralData(
                device: request.device.description,
                kind: "assign",
                userIndex: 3,
                content: Data(try WireJSON.encode(request)),
                at: Samples.start
            )
            // The session manager may not be running yet.
            while try await !store.peripheralData(kind: "assign").isEmpty {
                await service.retry()
                await Task.yield()
            }
            #expect(await answered.next()?.userIndex == 3)
        }
    }

    @Test func aCheckThatNobodyAnswersSaysWhatToDo() async throws {
        let refusal: @Sendable (AssignDevice) throws -> AssignmentView = { _ in
            throw BusError(.storeUnavailable, message: "the queue is full", isRetriable: true)
        }
        try await serving(refusal) { service, _ in
            let body = PairPeripheral(device: Samples.device(), peripheralID: 3000, seat: "ann")
            let error = await #expect(throws: BusError.self) { try await service.check(body, seat: "ann") }
            #expect(error?.isRetriable == true)
            #expect(error?.message.contains("pair without a seat") == true)
        }
    }
}
