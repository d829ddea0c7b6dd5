public import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] =
        RadioLink.configurationKeys + [
            ConfigurationKey(
                "passive.peripherals",
                .list,
                "The peripheral IDs that are read passively until `setPassivePeripherals` names others; none when not set."
            ),
            ConfigurationKey(
                "passive.rearm",
                .duration(.milliseconds(100) ... .seconds(3600)),
                default: "15s",
                "How long a device that was read must be silent before it is read again."
            ),
            ConfigurationKey(
                "passive.rearm-advertising",
                .duration(.seconds(1) ... .seconds(3600)),
                default: "60s",
                "How long after a reading a device that never stops advertising is read again."
            ),
            ConfigurationKey(
                "read.first-frame",
                .duration(.seconds(1) ... .seconds(300)),
                default: "30s",
                "How long a connected device may take for its first measurement in passive reading."
            ),
            ConfigurationKey(
                "read.idle",
                .duration(.milliseconds(100) ... .seconds(60)),
                default: "2s",
                "The silence after the last measurement that ends a reading."
            ),
            ConfigurationKey(
                "read.longest",
                .duration(.seconds(5) ... .seconds(600)),
                default: "120s",
                "How long after its first measurement a device may go on sending; the rest is left for its next reading."
            ),
            ConfigurationKey(
                "clock.set",
                .bool,
                default: "false",
                "Whether a device's clock that is more than ten minutes wrong is set, by a hub whose own clock is synchronized."
            ),
            .clockTrusted,
            ConfigurationKey(
                "share-values",
                .bool,
                default: "false",
                "Whether `passiveDidRead` and `didReadPeripheral` carry the values, for every reader of the hub's events."
            ),
            ConfigurationKey(
                "frames.keep",
                .duration(.seconds(60) ... .seconds(31_536_000)),
                default: "30d",
                "How long raw frames are kept after they were decoded."
            ),
            ConfigurationKey(
                "claim.wait",
                .duration(.zero ... .seconds(5)),
                default: "300ms",
                "How long a hub waits for others that hear a device better; only where others were heard."
            ),
            ConfigurationKey(
                "hook.ready",
                .list,
                "A program and its arguments, run when a device waits for somebody to measure."
            ),
            ConfigurationKey("hook.read", .list, "A program and its arguments, run when a device was read passively."),
            ConfigurationKey("hook.failed", .list, "A program and its arguments, run when a passive reading failed."),
            ConfigurationKey(
                "keys.directory",
                .path,
                "Where makers' key files and validic.license are; the state directory and /etc/vitalbus/keys are looked in too."
            ),
            ConfigurationKey("session-manager.hub", .string, default: "site", "The hub of the session manager."),
        ]
}

/// The reader's configuration, read once at the start.
struct ReaderSettings: Sendable {
    let hub: HubID
    /// The hub of the session manager.
    let managerHub: String
    /// Where key files are searched, first to last.
    let keyFolders: [String]
    /// Whether events carry measured values.
    let sharesValues: Bool
    let passiveSet: PassiveSetFile
    /// The peripherals that are read passively: the saved set, else the configured one.
    let passivePeripherals: Set<Int>
    /// The silence after which a device that was read is armed again, in seconds.
    let rearm: TimeInterval
    /// How long after a reading a device that never stops advertising is read again, in seconds.
    let longestCooling: TimeInterval
    /// How long other hubs have to claim a device, in seconds.
    let claimWait: TimeInterval
    /// The commands of the hooks; empty where none is configured.
    let hooks: [HookEvent: [String]]
    /// How long a passive reading waits for the first measurement.
    let firstFrame: Duration
    /// The silence that ends a reading.
    let idle: Duration
    /// How long a device may go on sending after its first measurement.
    let longest: Duration
    /// Whether a device's clock that is clearly wrong is set.
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
            throw RuntimeError(.configuration, "hub '\(context.address.hub)' is no id")
        }
        self.hub = hub
        managerHub = try configuration.string("session-manager.hub")
        let keys = try configuration.stringIfSet("keys.directory")
        keyFolders = (keys.map { [$0] } ?? []) + [context.stateDirectory.path, "/etc/vitalbus/keys"]
        sharesValues = try configuration.bool("share-values")
        passiveSet = PassiveSetFile(folder: context.stateDirectory, hub: hub.rawValue)
        passivePeripherals = Set(
            try passiveSet.load() ?? Self.peripheralIDs(configuration.list("passive.peripherals"))
        )
        rearm = try configuration.duration("passive.rearm").seconds
        longestCooling = try configuration.duration("passive.rearm-advertising").seconds
        claimWait = try configuration.duration("claim.wait").seconds
        let commands = try HookEvent.allCases.map { ($0, try configuration.list($0.key)) }
        hooks = Dictionary(uniqueKeysWithValues: commands)
        firstFrame = try configuration.duration("read.first-frame")
        idle = try configuration.duration("read.idle")
        longest = try configuration.duration("read.longest")
        setsClocks = try configuration.bool("clock.set")
        isClockTrusted = try configuration.bool(ConfigurationKey.clockTrusted.name)
        framesKept = try configuration.duration("frames.keep").seconds
    }

    private static func peripheralIDs(_ texts: [String]) throws -> [Int] {
        try texts.map { text in
            guard let number = Int(text) else {
                throw RuntimeError(.configuration, "passive.peripherals: '\(text)' is no peripheral ID")
            }
            return number
        }
    }
}
