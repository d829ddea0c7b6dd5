internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization
internal import USB

/// The meters on USB cables, and how one is opened.
struct CableBus: Sendable {
    /// The kernel's list.
    var meters = USBMeters()
    /// Opens a meter's node.
    var open: @Sendable (PluggedMeter) throws(CableFailure) -> any CableNode = { meter throws(CableFailure) in
        switch meter.way {
        case .reports: try ReportNode(meter.node)
        case .disk: try DiskNode(BlockFile(meter.node))
        case .bulk: try BulkNode(USBFile(meter.node))
        }
    }
}

/// The link over a USB cable; the pipe that the driver chooses is its only characteristic.
final class CableLink: LinkRadio {
    /// The ways to exchange bytes; a device has one of them, and its driver knows which.
    static let pipes: [BluetoothUUID] = [.usbPipe, .usbNumberedPipe, .usbDisk, .usbBulk]
    /// How long a read that finds nothing waits for the next.
    private static let pause = Duration.milliseconds(5)

    private let node: any CableNode
    private let inbox: LinkInbox
    private let environment: BusEnvironment
    private let elapsed: @Sendable () -> Duration
    private let taker = Mutex<Task<Void, Never>?>(nil)

    init(
        _ node: any CableNode,
        inbox: LinkInbox,
        environment: BusEnvironment,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.node = node
        self.inbox = inbox
        self.environment = environment
        self.elapsed = elapsed
    }

    func subscribe(_ uuid: BluetoothUUID) async -> StepFailure? {
        guard Self.pipes.contains(uuid) else { return .other("the meter has no \(uuid)") }
        await unsubscribe()
        inbox.open()
        let task = Task { await take(uuid) }
        taker.withLock { $0 = task }
        return nil
    }

    func write(_ bytes: [UInt8], to uuid: BluetoothUUID) async -> StepFailure? {
        guard Self.pipes.contains(uuid) else { return .other("the meter has no \(uuid)") }
        return node.write(bytes, to: uuid) ? nil : .linkLost
    }

    func read(_: BluetoothUUID) async -> Result<[UInt8], StepFailure> {
        .failure(.other("a cable has nothing to read"))
    }

    func unsubscribe() async {
        let running = taker.withLock { taker in
            defer { taker = nil }
            return taker
        }
        running?.cancel()
        await running?.value
    }

    func unsubscribe(_: BluetoothUUID) async { await unsubscribe() }

    func part() async {
        await unsubscribe()
        node.close()
    }

    /// Passes reports on until the meter is unplugged or the subscription ends.
    private func take(_ pipe: BluetoothUUID) async {
        defer { inbox.close() }
        while !Task.isCancelled {
            switch node.read() {
            case .report(let bytes): inbox.push(.frame(pipe, bytes, at: environment.now(), after: elapsed()))
            case .nothing: do { try await environment.clock.sleep(for: Self.pause) } catch { return }
            case .gone: return inbox.push(.ended)
            }
        }
    }
}
