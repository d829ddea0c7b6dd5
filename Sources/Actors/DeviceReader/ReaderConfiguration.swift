internal import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// The device reader's own configuration keys.
struct DeviceReaderKeys: SettingTable {
    let radio = RadioLink.Keys()
    let passivePeripherals = Setting.list(
        "passive.peripherals",
        doc: "The peripheral IDs that are read passively until `setPassivePeripherals` names others; none when not set."
    )
    let rearm = Setting.duration(
        "passive.rearm",
        in: .milliseconds(100) ... .seconds(3600),
        default: .seconds(15),
        doc: "How long a device must be silent after a reading before it is read again."
    )
    let rearmAdvertising = Setting.duration(
        "passive.rearm-advertising",
        in: .seconds(1) ... .seconds(3600),
        default: .seconds(60),
        doc: "How long after a reading the hub reads a device again that never stops advertising."
    )
    let firstFrame = Setting.duration(
        "read.first-frame",
        in: .seconds(1) ... .seconds(300),
        default: .seconds(30),
        doc: "How long a connected device may take for its first measurement in passive reading."
    )
    let idle = Setting.duration(
        "read.idle",
        in: .milliseconds(100) ... .seconds(60),
        default: .seconds(2),
        doc: "A reading ends after this silence since the last measurement."
    )
    let longest = Setting.duration(
        "read.longest",
        in: .seconds(5) ... .seconds(600),
        default: .seconds(120),
        doc: "How long a device may send after its first measurement. Later measurements follow with the next reading."
    )
    let setsClocks = Setting.bool(
        "clock.set",
        default: false,
        doc:
            "Whether to set a device's clock that is wrong by more than ten minutes; only a hub with a synchronized clock does."
    )
    let clockTrusted = CommonSettings.clockTrusted
    let sharesValues = Setting.bool(
        "share-values",
        default: false,
        doc:
            "Whether `passiveDidRead` and `didReadPeripheral` contain the values, readable by every subscriber of the hub's events."
    )
    let framesKeep = Setting.duration(
        "frames.keep",
        in: .seconds(60) ... .seconds(31_536_000),
        default: .seconds(30 * 86_400),
        doc: "How long raw frames are kept after they were decoded."
    )
    let claimWait = Setting.duration(
        "claim.wait",
        in: .zero ... .seconds(5),
        default: .milliseconds(300),
        doc: "How long a hub waits for other hubs that receive a device better; only if there are others."
    )
    let claimHubs = Setting.list(
        "claim.hubs",
        doc:
            "The hubs that may receive the same devices; this hub reads their claims. Default: all hubs of the site. With hundreds of hubs that is most of the traffic."
    )
    let readyHook = Setting.list(
        "hook.ready",
        doc: "A program and its arguments, run when a device is ready for a measurement."
    )
    let readHook = Setting.list("hook.read", doc: "A program and its arguments, run when a device was read passively.")
    let failedHook = Setting.list("hook.failed", doc: "A program and its arguments, run when a passive reading failed.")
    let dueHook = Setting.list(
        "hook.due",
        doc:
            "A program and its arguments, run when a measurement of a plan on the page becomes due, and when it is late."
    )
    let dueSeats = Setting.list(
        "hook.seats",
        doc: "The seats whose due measurements run hook.due. Default: all seats of the site."
    )
    let keyFolder = Setting.path(
        "keys.directory",
        doc:
            "The folder of manufacturers' key files and validic.license. The state directory and /etc/vitalbus/keys are also searched."
    )
    let managerHub = CommonSettings.sessionManagerHub
}

/// The reader's configuration, read once at the start.
struct ReaderSettings: Sendable {
    let hub: HubID
    /// The hub of the session manager.
    let managerHub: String
    /// The folders searched for key files, in order.
    let keyFolders: [String]
    /// Whether events carry measured values.
    let sharesValues: Bool
    let passiveSet: PassiveSetFile
    /// The peripherals to read passively: the saved set, or by default the configured one.
    let passivePeripherals: Set<Int>
    /// The silence after which a device that was read is armed again, in seconds.
    let rearm: TimeInterval
    /// How long after a reading a device that never stops advertising is read again, in seconds.
    let longestCooling: TimeInterval
    /// How long other hubs have to claim a device, in seconds.
    let claimWait: TimeInterval
    /// The hubs whose claims count; nil for all.
    let claimHubs: [String]?
    /// The commands of the hooks; empty if none is configured.
    let hooks: [HookEvent: [String]]
    /// The seats whose due measurements run a hook; empty for all.
    let dueSeats: [String]
    /// How long a passive reading waits for the first measurement.
    let firstFrame: Duration
    /// The silence that ends a reading.
    let idle: Duration
    /// How long a device may continue to send after its first measurement.
    let longest: Duration
    /// Whether to set a device's clock that is clearly wrong.
    let setsClocks: Bool
    /// Whether the hub's own clock is trusted without asking the kernel.
    let isClockTrusted: Bool
    /// How long decoded frames are kept, in seconds.
    let framesKept: TimeInterval

    /// Reads the configuration and the saved passive set.
    ///
    /// - Throws: `RuntimeError` for a wrong configuration, `BusError` for a damaged passive set.
    init(_ context: ActorContext) throws {
        let configuration = context.configuration
        guard let hub = HubID(rawValue: context.address.hub) else {
            throw RuntimeError(.configuration, message: "hub '\(context.address.hub)' is not a valid id")
        }
        self.hub = hub
        managerHub = try configuration[\DeviceReaderKeys.managerHub]
        let keys = try configuration[\DeviceReaderKeys.keyFolder]
        keyFolders = (keys.map { [$0] } ?? []) + [context.stateDirectory.path, "/etc/vitalbus/keys"]
        sharesValues = try configuration[\DeviceReaderKeys.sharesValues]
        passiveSet = PassiveSetFile(folder: context.stateDirectory, hub: hub.rawValue)
        passivePeripherals = Set(
            try passiveSet.load() ?? Self.peripheralIDs(configuration[\DeviceReaderKeys.passivePeripherals])
        )
        rearm = try configuration[\DeviceReaderKeys.rearm].seconds
        longestCooling = try configuration[\DeviceReaderKeys.rearmAdvertising].seconds
        claimWait = try configuration[\DeviceReaderKeys.claimWait].seconds
        claimHubs = try Self.claimHubs(configuration[\DeviceReaderKeys.claimHubs])
        let commands = try HookEvent.allCases.map { ($0, try configuration[Self.setting(of: $0)]) }
        hooks = Dictionary(uniqueKeysWithValues: commands)
        dueSeats = try configuration[\DeviceReaderKeys.dueSeats]
        firstFrame = try configuration[\DeviceReaderKeys.firstFrame]
        idle = try configuration[\DeviceReaderKeys.idle]
        longest = try configuration[\DeviceReaderKeys.longest]
        setsClocks = try configuration[\DeviceReaderKeys.setsClocks]
        isClockTrusted = try configuration[\DeviceReaderKeys.clockTrusted]
        framesKept = try configuration[\DeviceReaderKeys.framesKeep].seconds
    }

    private static func setting(of event: HookEvent) -> KeyPath<DeviceReaderKeys, Setting<[String]>> {
        switch event {
        case .ready: \.readyHook
        case .read: \.readHook
        case .failed: \.failedHook
        case .due: \.dueHook
        }
    }

    private static func claimHubs(_ names: [String]) throws -> [String]? {
        for name in names where HubID(rawValue: name) == nil {
            throw RuntimeError(.configuration, message: "claim.hubs: '\(name)' is not a hub's name")
        }
        return names.isEmpty ? nil : names
    }

    private static func peripheralIDs(_ texts: [String]) throws -> [Int] {
        try texts.map { text in
            guard let number = Int(text) else {
                throw RuntimeError(.configuration, message: "passive.peripherals: '\(text)' is not a peripheral ID")
            }
            return number
        }
    }
}
