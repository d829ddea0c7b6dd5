public import ActorRuntime
public import BusContract
package import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords
internal import WorkQueue

/// The actor `ocr-worker`: reads the displays of meters from pictures and frames, into its outbox.
///
/// Any number may run; each takes pictures from the queue `ocr`. One of them, the dispatcher, owns that queue, serves the
/// requests of its hub, and reads cameras.
public final class OCRWorkerActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.ocrWorker.rawValue
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = OCRWorkerKeys.keys
    /// Any number may run.
    public static let allowsManyInstances = true
    /// It is of the part `ocr`.
    public static let logComponent = LoggingState.Component.ocr

    let context: ActorContext
    let engine: any PictureEngine
    let lane = EngineLane("reading")
    /// Codes and overlays need not wait for a display that is read.
    let sideLane = EngineLane("codes")
    let store: DisplayStore
    let keeper: ReadingKeeper
    let relay: OutboxRelay
    let worker: PictureWorker
    /// Nil for a worker that is no dispatcher.
    let dispatcher: PictureDispatcher?
    /// Nil for a worker that is no dispatcher.
    let streams: StreamReader?
    let streamSeats = StreamSeats()
    let defaultUsers = DefaultUsers()

    /// Opens the stores with the tools that the executable has installed.
    ///
    /// - Throws: `StoreError` when a store cannot be opened, `RuntimeError` for a wrong configuration.
    public convenience init(_ context: ActorContext) async throws {
        guard let maker = PictureTools.maker else {
            throw RuntimeError(.configuration, message: "this program has nothing that reads displays: use ocr-worker")
        }
        let tools = try maker(context.configuration)
        try await self.init(context, engine: tools.engine, feeds: tools.feeds)
    }

    /// Opens the stores with a given engine and clock.
    ///
    /// - Throws: `StoreError` when a store cannot be opened, `RuntimeError` for a wrong configuration.
    package init(
        _ context: ActorContext,
        engine: any PictureEngine,
        feeds: any FrameFeeds,
        clock: any BootClock = SystemBootClock()
    ) async throws {
        guard let hub = HubID(rawValue: context.address.hub) else {
            throw RuntimeError(.configuration, message: "hub '\(context.address.hub)' is not an id")
        }
        let wake = WakeUp()
        self.context = context
        self.engine = engine
        let path = context.stateDirectory.appending(path: "ocr-worker.sqlite").path
        store = try await DisplayStore.open(StoreConfiguration(path: path))
        let crops = try await ImageFolder.open(context.stateDirectory.appending(path: "crops").path)
        keeper = ReadingKeeper(store: store, pictures: crops, wake: wake, now: context.environment.now)
        let manager = try context.configuration[CommonSettings.sessionManagerHub]
        let courier = PictureCourier(
            store: store,
            pictures: crops,
            requests: context.requests,
            hub: manager,
            clock: context.environment.clock,
            logger: context.logger
        )
        relay = OutboxRelay(
            store: store.outbox,
            client: context.client,
            requests: context.requests,
            hub: manager,
            clock: clock,
            logger: context.logger,
            wake: wake,
            seen: SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark")),
            bringsOtherHubs: true,
            prepare: { try await courier.bring(of: $0) }
        )
        let isDispatcher = try context.configuration[\OCRWorkerKeys.isDispatcher]
        let dispatcher =
            isDispatcher
            ? try await PictureDispatcher(context, clock: clock, defaultUsers: defaultUsers) { [lane] picture in
                // On the readers' lane: memory stays that of one picture.
                try await lane.run { try engine.jpeg(of: picture) }
            } : nil
        self.dispatcher = dispatcher
        var settle: (@Sendable (OCRAck) async throws -> OCRConfirmed)?
        if let dispatcher { settle = { try await dispatcher.settle($0) } }
        worker = try PictureWorker(
            context,
            engine: engine,
            lane: lane,
            keeper: keeper,
            clock: clock,
            settle: settle
        )
        guard isDispatcher else {
            streams = nil
            return
        }
        streams = try StreamReader(
            context,
            engine: engine,
            feeds: feeds,
            lane: EngineLane("frames"),
            keeper: keeper,
            hub: hub,
            defaultUsers: defaultUsers
        )
    }

    /// Only the dispatcher does: the others have no requests of their own.
    public var servesRequests: Bool { dispatcher != nil }

    /// The queue's acknowledgements are answered like requests.
    public var answeredTopics: [String] { OCRWork.ack.descriptor.servedLeaves }

    /// Works, deals and relays until cancelled.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.relay.run() }
            group.addTask { try await self.worker.run() }
            group.addTask { await self.sweep() }
            if let dispatcher {
                group.addTask { try await self.defaultUsers.follow(self.context) }
                group.addTask { try await dispatcher.run() }
            }
            while try await group.next() != nil {}
        }
    }

    /// Ends streams, gives back what waits, finishes what is read.
    public func drain() async {
        await streams?.drain()
        await worker.drain()
    }

    /// Closes the stores in order.
    public func close() async throws {
        try await store.close()
        try await dispatcher?.store.close()
    }

    /// Removes pictures whose readings the session manager has, and what frames showed, every minute.
    private func sweep() async {
        while !Task.isCancelled {
            await streams?.sweep()
            do {
                try await keeper.sweep()
            } catch {
                context.logger.warning(
                    "pictures past their time could not be deleted; it is tried again in a minute: check the disk",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await context.environment.clock.sleep(for: .seconds(60)) } catch { return }
        }
    }
}
