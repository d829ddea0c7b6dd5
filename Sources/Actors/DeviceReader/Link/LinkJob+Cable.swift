internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import USB
internal import VitalRecords

extension LinkJob {
    /// A meter on a cable, as the hub knows it.
    struct Cable: Sendable {
        let meter: PluggedMeter
        let device: DeviceID
        /// The substitute for an address.
        let address: BluetoothAddress
    }

    /// Reads a meter on a cable as any device of a driver: its frames are on disk before they are decoded.
    ///
    /// - Throws: `BusError` `storeUnavailable` before the meter is opened, `StoreError`.
    func run(_ cable: Cable, on bus: CableBus, start: ReadContext) async throws -> LinkResult {
        try await checkStore()
        guard let driver, try await isPrepared(driver, device: cable.device) else { return .failed(.notPaired) }
        let node: any CableNode
        do throws(CableFailure) {
            node = try bus.open(cable.meter)
        } catch {
            return .failed(.other(error.description))
        }
        defer { node.close() }
        var context = start
        context.driver = type(of: driver).name.rawValue
        let row = try await store.links.begin(
            device: cable.device.description,
            context: Data(try WireJSON.encode(context)),
            at: environment.now()
        )
        let link = Link(row: row, address: cable.address, device: cable.device, services: [], context: context)
        let identity = DeviceIdentity(
            name: cable.meter.name,
            manufacturer: start.manufacturer,
            model: start.model
        )
        let result = try await drive(driver, identity: identity, link: link, over: CableLink.pipes) {
            CableLink(node, inbox: link.inbox, environment: environment, elapsed: $0)
        }
        await settle(link)
        return result
    }
}

extension LinkResult {
    /// A link that failed before it was up.
    fileprivate static func failed(_ failure: StepFailure) -> LinkResult {
        var result = LinkResult()
        result.end = .failed(failure)
        return result
    }
}
