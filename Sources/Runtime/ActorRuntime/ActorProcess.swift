internal import Dispatch
internal import Foundation
internal import Logging
internal import MessageBus
internal import Processes
internal import SystemPackage
internal import UnixSignals

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The bootstrap of every process.
public enum ActorProcess {
    /// After draining for this long, the process ends with exit code 75, whatever it still holds.
    private static let hardLimit = DispatchTimeInterval.milliseconds(9500)

    /// Runs an actor as this process until SIGTERM or SIGINT, then ends the process.
    ///
    /// Exit codes: 0 after an orderly drain, otherwise those of ``RuntimeError/exitCode``. An error is one line on
    /// stderr: `vitalbus ACTOR: code: message`.
    public static func main<A: HubActor>(_ actor: A.Type, options: ActorOptions, platform: ActorPlatform) async
        -> Never
    {
        do {
            let environment = ProcessInfo.processInfo.environment
            ParentWatch.begin(environment)
            let loader = ConfigurationLoader(actor, actors: platform.actorNames)
            guard !answer(options, loader: loader) else { exit(0) }
            let configuration = try loader.load(options.sources(environment))
            try A.check(configuration)
            if options.checkConfig {
                show(ConfigurationText(loader).report(configuration) + "\n")
                exit(0)
            }
            let logSwitch = LogSwitch(component: A.logComponent)
            let logger = try startLog(configuration, in: environment, logSwitch: logSwitch)
            let settled = try await BrokerAbsence<A>(environment: environment, logger: logger).settled(configuration) {
                try loader.load(options.sources(environment))
            }
            let run = try await ActorRun<A>(
                settled,
                platform: platform,
                environment: environment,
                logger: logger,
                logSwitch: logSwitch
            )
            try await run.run(signals: [.sigterm, .sigint]) { limitDraining(A.name) }
            logger.info("shut down cleanly")
            exit(0)
        } catch {
            fail(A.name, error: error)
        }
    }

    /// The list of an actor's configuration keys, for its `--help`.
    public static func discussion<A: HubActor>(_ actor: A.Type) -> String {
        ConfigurationText(ConfigurationLoader(actor, actors: [])).listing
    }

    private static func answer(_ options: ActorOptions, loader: ConfigurationLoader) -> Bool {
        let text = ConfigurationText(loader)
        if options.configKeys { show(text.listing + "\n") }
        if options.printConfigExample { show(text.example) }
        return options.configKeys || options.printConfigExample
    }

    private static func startLog(
        _ configuration: ActorConfiguration,
        in environment: [String: String],
        logSwitch: LogSwitch
    ) throws -> Logger {
        let level = Logger.Level(rawValue: try configuration[CommonSettings.logLevel]) ?? .info
        let format = LineLogHandler.Format(rawValue: try configuration[CommonSettings.logFormat]) ?? .text
        let hasJournal = environment["JOURNAL_STREAM"] != nil
        LoggingSystem.bootstrap {
            LineLogHandler(label: $0, level: level, format: format, hasJournal: hasJournal, tap: logSwitch)
        }
        return Logger(label: configuration.actor)
    }

    /// Starts a timer outside of Swift's threads, so that an actor that blocks them cannot delay it.
    private static func limitDraining(_ name: String) {
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + hardLimit) {
            fail(
                name,
                error: RuntimeError(
                    .drainTimeout,
                    message: "draining took over 9.5 s: the process exits without finishing"
                )
            )
        }
    }

    private static func fail(_ name: String, error: any Error) -> Never {
        let (text, code) = words(error)
        let line = String(text.map { $0.isNewline ? " " : $0 })
        // Absent is nil: the output is closed, so there is nowhere to report it.
        _ = try? FileDescriptor.standardError.writeAll("vitalbus \(name): \(line)\n".utf8)
        exit(code)
    }

    private static func words(_ error: any Error) -> (String, Int32) {
        switch error {
        case let error as RuntimeError: (error.description, error.exitCode)
        case let error as BusError: (error.description, 70)
        // The operator may see more than a bus caller: the name of the affected file.
        case let error as any BusErrorConvertible: ("\(error)", 70)
        default: ("\(RuntimeError.Code.failed.rawValue): \(error.fileWords)", 70)
        }
    }

    private static func show(_ text: String) {
        // Absent is nil: the output is closed, so there is nowhere to report it.
        _ = try? FileDescriptor.standardOutput.writeAll(text.utf8)
    }
}
