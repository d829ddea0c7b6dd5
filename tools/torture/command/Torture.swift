import ArgumentParser
import Foundation
import HubRunner

/// Kills processes of a system under load and counts at the far end.
@main
struct Torture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus-torture",
        abstract:
            "Strikes random processes of a system under load, then compares what was committed with what arrived.",
        discussion: "The last line is JSON. Exit 1 when anything is lost, doubled, on the wrong person or told wrongly."
    )

    @Option(help: "How many processes are struck.") var kills = 200
    @Option(help: "Everything random follows from it; the same seed strikes the same processes in the same way.")
    var seed: UInt64 = 1
    @Option(help: "What the server does with repeats: upsert, refuses, lookup, blind, or all that can be guaranteed.")
    var server: ServerKind?
    @Option(help: "Readings a second and hub.") var rate = 20
    @Option(help: "The longest time between two strikes, in milliseconds; with 10000 each one is recovered from alone.")
    var pace = 1800
    @Flag(help: "Start, end and refuse sessions meanwhile.") var sessions = false
    @Flag(
        inversion: .prefixedNo,
        help: "Read a glucose meter of 500 records over links that break, and give it to another person meanwhile."
    ) var radio: Bool?
    @Flag(help: "Have photos of displays read and confirmed meanwhile.") var photos = false
    @Option(help: "How often a captive portal stands before the server, in each round.") var portals = 1
    @Flag(help: "Go on with a run of the same numbers that was interrupted.") var resume = false
    @Option(help: "Where the progress is kept.") var record = ".build/torture.json"

    func validate() throws {
        guard (1...1_000_000).contains(kills) else { throw ValidationError("--kills takes 1 to 1000000.") }
        guard (16...600_000).contains(pace) else { throw ValidationError("--pace takes 16 to 600000.") }
        guard (0...10).contains(portals) else { throw ValidationError("--portals takes 0 to 10.") }
        guard (1...1000).contains(rate) else { throw ValidationError("--rate takes 1 to 1000.") }
    }

    func run() async throws {
        let signals = await EndSignals.trapped()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await playAll() }
            group.addTask {
                await signals.wait()
                guard !Task.isCancelled else { return }
                Self.tell("stopping; --resume goes on after the last whole round")
                throw ExitCode(130)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func playAll() async throws {
        let servers = server.map { [$0] } ?? ServerKind.guaranteed
        let hasMeter = radio ?? sessions
        var run = RunRecord(
            kills: kills,
            seed: seed,
            servers: servers,
            changesSessions: sessions,
            hasMeter: hasMeter,
            hasPhotos: photos,
            portals: portals
        )
        if resume, let earlier = RunRecord.load(record), earlier.isOf(run) { run = earlier }
        let rounds = RoundPlan.rounds(
            kills: kills,
            seed: seed,
            servers: servers,
            sessions: sessions,
            meter: hasMeter,
            photos: photos,
            portals: portals
        )
        for round in rounds.dropFirst(run.rounds) {
            Self.tell("round \(round.number) of \(rounds.count): server \(round.server), seed \(round.seed)")
            let result = try await play(round)
            Self.tell("round \(round.number): \(result.json(isBlind: round.server == .blind))")
            run.sum = run.sum.adding(result)
            guard result.isGood(at: round.server) else {
                Self.write(run.sum.json(isBlind: server == .blind), to: .standardOutput)
                Self.tell("seed \(round.seed) failed; again with: \(round.replay)")
                throw ExitCode(1)
            }
            run.rounds = round.number
            try run.save(record)
        }
        try? FileManager.default.removeItem(atPath: record)
        Self.write(run.sum.json(isBlind: server == .blind), to: .standardOutput)
    }

    private func play(_ round: RoundPlan) async throws -> RoundResult {
        do {
            return try await TortureRound(plan: round, perSecond: rate, pace: pace, tell: Self.tell).run()
        } catch is CancellationError {
            throw ExitCode(130)
        } catch {
            Self.tell("seed \(round.seed) could not be played: \(error); again with: \(round.replay)")
            throw ExitCode(1)
        }
    }

    /// Says how it goes.
    static func tell(_ line: String) { write(line, to: .standardError) }

    private static func write(_ line: String, to file: FileHandle) {
        try? file.write(contentsOf: Data("\(line)\n".utf8))
    }
}
