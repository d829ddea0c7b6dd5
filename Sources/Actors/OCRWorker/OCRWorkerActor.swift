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

/// The actor `ocr-worker`: reads the displays of meters from pictures and frames, into its outbox.
///
/// A hub has one worker, which accepts photos and reads them in lanes, serves requests, and reads cameras.
public final class OCRWorkerActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.ocrWorker.rawValue
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = OCRWorkerKeys.keys
    /// Logs under the component `ocr`.
    public static let logComponent = LoggingState.Component.ocr

    let context: ActorContext
    let engine: any PictureEngine
    let lane = EngineLane("reading")
    /// The lane for codes and overlays, which then need not wait for a display being read.
    let sideLane = EngineLane("codes")
    let store: DisplayStore
    let keeper: ReadingKeeper
    let relay: OutboxRelay
    let photos: PhotoDesk
    let lanes: PhotoLanes
    let streams: StreamReader
    let streamSeats = StreamSeats()
    let defaultUsers = DefaultUsers()

    /// Opens the stores with the tools installed by the executable.
    ///
    /// - Throws: `StoreError` when a store cannot be opened, `RuntimeError` for a wrong configuration.
    public convenience init(_ context: ActorContext) async throws {
        guard let maker = PictureTools.maker else {
            throw RuntimeError(.configuration, message: "this program cannot read displays: use ocr-worker")
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
            throw RuntimeError(.configuration, message: "hub '\(context.address.hub)' is not a valid id")
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
        let desk = try await PhotoDesk(context, clock: clock, defaultUsers: defaultUsers) { [lane] picture in
            // Runs on the reading lane, so that only one picture is in memory.
            try await lane.run { try engine.jpeg(of: picture) }
        }
        photos = desk
        lanes = try PhotoLanes(context, engine: engine, keeper: keeper, desk: desk, first: lane)
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

    /// Reads and relays until cancelled.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.relay.run() }
            group.addTask { await self.sweep() }
            group.addTask { try await self.defaultUsers.follow(self.context) }
            group.addTask { await self.photos.run() }
            group.addTask { try await self.lanes.run() }
            while try await group.next() != nil {}
        }
    }

    /// Ends streams and finishes the photos under way; waiting photos are read after the next start.
    public func drain() async {
        await streams.drain()
        await lanes.drain()
    }

    /// Closes the stores.
    public func close() async throws {
        try await store.close()
        try await photos.store.close()
    }

    /// Once a minute, removes pictures whose readings the session manager has, and expired frames.
    private func sweep() async {
        while !Task.isCancelled {
            await streams.sweep()
            do {
                try await keeper.sweep()
            } catch {
                context.logger.warning(
                    "could not delete old pictures; will retry in a minute: check the disk",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await context.environment.clock.sleep(for: .seconds(60)) } catch { return }
        }
    }
}
