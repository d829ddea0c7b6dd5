internal import BlueZ
internal import DeviceCaptures
internal import DeviceCodecs
internal import HubRunner
internal import Synchronization

/// What a recording does, and for how long.
struct CapturePlan: Sendable {
    /// The length in seconds.
    var seconds = 60
    /// How long only advertisements are recorded before the first connection, in seconds.
    var quietSeconds = 2
    /// How many values of the device end the recording; nil for no such end.
    var count: Int?
    /// Whether no link is made.
    var advertsOnly = false
    /// What is done on the link; nil for all that can be read and subscribed.
    var script: CaptureScript?
}

/// Records one device: its advertisements, and what its characteristics send.
final class CaptureRecorder: Sendable {
    /// The most links of a recording: a device that ends them at once must not be asked for ever.
    static let mostLinks = 5

    let client: BlueZClient
    let device: DeviceInfo
    let plan: CapturePlan
    private let progress: @Sendable (String) -> Void
    private let log = Mutex(CaptureLog())
    private let began = ContinuousClock.now
    private let ends = AsyncStream.makeStream(of: CaptureEnd.self, bufferingPolicy: .bufferingOldest(1))

    /// Creates a recorder that has not begun.
    ///
    /// - Parameter progress: Receives a line for people about each event of the link.
    init(_ device: DeviceInfo, client: BlueZClient, plan: CapturePlan, progress: @escaping @Sendable (String) -> Void) {
        self.device = device
        self.client = client
        self.plan = plan
        self.progress = progress
    }

    /// What was recorded.
    var recorded: CaptureLog { log.withLock { $0 } }

    /// Records until the plan's end or a signal; never throws, because a failure is an event of the recording.
    func run(until signals: EndSignals?) async -> CaptureEnd {
        add(CapturedEvent(.advert, at: now, advert: CapturedAdvert(device)))
        let end = await withTaskGroup(of: CaptureEnd?.self) { group in
            group.addTask { await self.followAdverts() }
            group.addTask { await self.links() }
            group.addTask { await self.firstEnd() }
            group.addTask { [plan] in
                try? await Task.sleep(for: .seconds(plan.seconds))
                return .time
            }
            if let signals {
                group.addTask {
                    await signals.wait()
                    return .stopped
                }
            }
            defer { group.cancelAll() }
            while let end = await group.next() {
                if let end { return end }
            }
            return CaptureEnd.time
        }
        await part()
        return end
    }

    /// Adds an event, and ends the recording at its limits.
    func add(_ event: CapturedEvent) {
        let (isFull, notified) = log.withLock { log in
            log.add(event)
            return (log.isFull, log.notified)
        }
        if isFull { ends.continuation.yield(.size) }
        if let count = plan.count, notified >= count { ends.continuation.yield(.done) }
        if event.kind != .advert { progress(Self.words(event)) }
    }

    /// Takes down the device's services.
    func note(_ services: [CapturedService]) { log.withLock { $0.services = services } }

    /// Milliseconds since the start.
    var now: Int {
        let (seconds, attoseconds) = (ContinuousClock.now - began).components
        return Int(clamping: seconds) * 1_000 + Int(clamping: attoseconds / 1_000_000_000_000_000)
    }

    private func firstEnd() async -> CaptureEnd? {
        for await end in ends.stream { return end }
        return nil
    }

    private func followAdverts() async -> CaptureEnd? {
        for await event in await client.adverts() {
            switch event {
            case .advert(let info, _) where info.address == device.address:
                add(CapturedEvent(.advert, at: now, advert: CapturedAdvert(info)))
            case .advert: break
            case .gap(let count): add(CapturedEvent(.gap, at: now, count: count))
            }
        }
        return nil
    }

    /// Makes links one after the other; the end is `done` only for a script.
    private func links() async -> CaptureEnd? {
        guard !plan.advertsOnly else { return nil }
        try? await Task.sleep(for: .seconds(plan.quietSeconds))
        for _ in 0..<Self.mostLinks where !Task.isCancelled {
            let isScriptDone = await link()
            if isScriptDone { return .done }
            // The next advertisement says that the device can be reached again.
            for await event in await client.adverts() {
                if case .advert(let info, _) = event, info.address == device.address { break }
            }
        }
        return nil
    }

    private func part() async {
        guard !plan.advertsOnly, !device.isConnected else { return }
        // Cleanup: the file is whole without it, and bluetoothd ends a link without users.
        try? await client.disconnect(device.address)
    }

    private static func words(_ event: CapturedEvent) -> String {
        let place = event.characteristic.map { " \($0.assigned ?? $0.description)" } ?? ""
        let size = event.value.map { ": \($0.count) bytes" } ?? ""
        return "\(event.kind.rawValue)\(place)\(size)\(event.reason.map { ": \($0)" } ?? "")"
    }
}
