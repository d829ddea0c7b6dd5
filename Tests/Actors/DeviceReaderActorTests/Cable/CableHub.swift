import ActorRuntime
import BusContract
import ContractLiterals
import DeviceCodecs
import Foundation
import Logging
import MessageBus
import Outbox
import RadioAccess
import Synchronization
import TestSupport
import USB
import VitalRecords

@testable import DeviceReaderActor

/// A hub without a radio: a whole device reader, a scanner that reports the plugged meter, and a session manager.
final class CableHub: Sendable {
    /// Something on the hub's USB port.
    fileprivate struct Port {
        var meter: CableMeter?
        var cable = MeterCable()
        /// How often a meter was plugged in.
        var plugs = 0
        /// The seconds since the start.
        var passed = 0.0
    }

    let manager = ReadingKeeper()
    private let folder: TemporaryFolder
    private let broker = InMemoryBroker()
    fileprivate let port = Mutex(Port())
    fileprivate let model: USBModel

    private init(_ model: USBModel, isDisk: Bool) throws {
        self.model = model
        folder = try TemporaryFolder()
        _ = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
        let numbers = model.description.split(separator: ":").map(String.init)
        var files = [
            "idVendor": numbers[0], "idProduct": numbers[1], "busnum": "1", "devnum": "7",
            "1-1:1.0/bInterfaceClass": isDisk ? "08" : "ff",
        ]
        if isDisk { files["1-1:1.0/host6/target6:0:0/6:0:0:0/block/sdb/size"] = "16" }
        for (name, text) in files {
            let url = folder.url.appending(path: "sys/bus/usb/devices/1-1/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("\(text)\n".utf8).write(to: url)
        }
    }

    /// Runs a site with a session manager while the body runs.
    static func with(_ model: USBModel, isDisk: Bool, _ body: (CableHub) async throws -> Void) async throws {
        let hub = try CableHub(model, isDisk: isDisk)
        let handler = RequestHandler(SessionOperations.submitRecords) { [manager = hub.manager] body, _ in
            manager.take(body.records)
        }
        let client = try hub.client("session-manager", hub: BusAddress.siteHub)
        let server = try RequestServer(client, handlers: [handler], logger: Self.logger)
        let serving = Task { try await server.run() }
        defer { serving.cancel() }
        try await body(hub)
    }

    private static var logger: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    /// The hub's time.
    fileprivate var now: Date { Samples.start.addingTimeInterval(port.withLock { $0.passed }) }

    fileprivate func client(_ actor: String, hub: String) throws -> BusClient {
        BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: hub, actor: actor, instance: "main"),
            epoch: 1,
            environment: BusEnvironment(
                now: { [self] in now },
                newID: { UUID().uuidString.lowercased() },
                clock: ContinuousClock()
            )
        )
    }

    /// Plugs a meter in, with a cable that carries a number of messages.
    @discardableResult
    func plug(_ meter: CableMeter, messages: Int = .max) -> MeterCable {
        port.withLock { port in
            port.cable.pull()
            port.meter = meter
            port.cable = MeterCable(messages: messages)
            port.plugs += 1
            return port.cable
        }
    }

    /// Stops the broker while the body runs: the scanner's sightings do not come, and the earlier ones are over.
    func withoutBroker(_ body: () async throws -> Void) async throws {
        broker.goDown(keepingRetained: true)
        defer { broker.comeBack() }
        port.withLock { $0.passed += PassiveMachine.expiry + 10 }
        try await body()
    }

    /// Gives the plugged meter a new number in the kernel's list, as each plugging in does.
    func renumber() throws {
        let number = 100 + port.withLock { $0.plugs }
        try Data("\(number)\n".utf8).write(to: folder.url.appending(path: "sys/bus/usb/devices/1-1/devnum"))
    }

    private func open() throws(CableFailure) -> any CableNode {
        let (meter, cable) = port.withLock { ($0.meter, $0.cable) }
        guard let meter else { throw CableFailure("nothing is plugged in") }
        return try meter.open(over: cable, disk: folder.url.appending(path: "sdb").path)
    }
}

extension CableHub {
    /// A device reader that runs, on what an earlier one left on disk.
    struct Running: Sendable {
        let hub: CableHub
        let actor: DeviceReaderActor
        fileprivate let tasks: [Task<Void, any Error>]
    }

    /// Starts the reader, which reads meters of the model as soon as they are paired.
    func start() async throws -> Running {
        let peripherals = PeripheralCatalogue.standard.matches(model).map { "\($0.id)" }
        let client = try client("device-reader", hub: "room-1")
        let requests = RequestClient(client)
        let context = try ActorContext(
            client,
            folder: folder,
            requests: requests,
            values: [
                "passive.peripherals": peripherals.joined(separator: ","),
                "dbus.address": "unix:path=\(folder.url.appending(path: "no-bus").path)",
            ]
        )
        let meters = USBMeters(sysfs: folder.url.appending(path: "sys").path)
        let cables = CableBus(
            meters: meters,
            open: { [self] _ throws(CableFailure) in try open() }
        )
        let actor = try await DeviceReaderActor(context, cables: cables)
        let server = try RequestServer(client, handlers: actor.handlers, logger: Self.logger)
        let tasks = [
            Task { try await requests.run() }, Task { try await server.run() }, Task { try await actor.run() },
        ]
        return Running(hub: self, actor: actor, tasks: tasks)
    }
}

extension CableHub.Running {
    /// Kills the reader: what is not on disk is lost.
    func kill() async throws {
        try await actor.store.close()
        hub.port.withLock { $0.cable.pull() }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
    }

    private func device() async throws -> DeviceID {
        let foundation = await actor.services.foundation
        let meters = await foundation.cables.meters.plugged { $0 == hub.model }
        guard let meter = meters.first else { throw Samples.Impossible() }
        return try await foundation.radio.device(meter)
    }

    /// Pairs the plugged meter, as a person asks on the bus.
    func pair() async throws {
        let body = PairPeripheral(
            device: try await device(),
            peripheralID: try await sighting().peripheralIDs.first ?? 0
        )
        let client = try hub.client("vitalbus", hub: "desk")
        let requests = RequestClient(client)
        let replies = Task { try await requests.run() }
        defer { replies.cancel() }
        let ends = Collected<Result<PeripheralPaired, any Error>>()
        let asking = Task {
            do {
                // The reader may not serve yet.
                let paired = try await Patience.again {
                    try await requests.call(
                        ReaderTopics.pairPeripheral,
                        hub: "room-1",
                        body: body,
                        timeout: Patience.limit
                    )
                } after: {
                    ($0 as? BusError)?.code == .noResponder
                }
                ends.add(.success(paired))
            } catch {
                ends.add(.failure(error))
            }
        }
        try await seeing("the pairing") { !ends.all.isEmpty }
        await asking.value
        _ = try ends.all.first?.get()
    }

    /// Waits for a condition while the scanner reports the meter, and the reader's pauses between links pass.
    func seeing(_ what: String, _ condition: () async throws -> Bool) async throws {
        let scanner = try hub.client("ble-scanner", hub: "room-1")
        let sighting = try await sighting()
        try await passing(what) {
            _ = try await scanner.publish(ScannerTopics.peripheralSighted, data: sighting)
            return try await condition()
        }
    }

    /// Waits for a condition while the reader's pauses between links pass.
    func passing(_ what: String, _ condition: () async throws -> Bool) async throws {
        try await eventually(what) {
            hub.port.withLock { $0.passed += 0.05 }
            return try await condition()
        }
    }

    private func sighting() async throws -> PeripheralSighted {
        PeripheralSighted(
            hub: "room-1",
            device: try await device(),
            peripheralIDs: PeripheralCatalogue.standard.matches(hub.model).map(\.id),
            name: nil,
            rssi: nil,
            advertisement: Advertisement(manufacturerData: ["1": "\(10 + hub.port.withLock { $0.plugs })"]),
            episode: hub.now
        )
    }
}

/// A session manager that keeps each reading once.
final class ReadingKeeper: Sendable {
    private let kept = Mutex<[ReadingKey: Reading]>([:])

    /// The values of the kept readings, sorted.
    var values: [Int] {
        kept.withLock { $0.values }.map { Int($0.measurements[0].value.description) ?? 0 }.sorted()
    }

    func take(_ readings: [Reading]) -> SubmittedRecords {
        kept.withLock { kept in
            SubmittedRecords(
                results: readings.map { reading in
                    let isKnown = kept.updateValue(reading, forKey: reading.readingKey) != nil
                    return SubmittedRecords.Result(
                        readingKey: reading.readingKey,
                        revision: reading.revision,
                        outcome: isKnown ? .repeated : .accepted
                    )
                }
            )
        }
    }
}
