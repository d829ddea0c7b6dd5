import ArgumentParser
import Foundation
import SystemCalls

/// Many hubs at one site, on one machine.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus-simulate",
        abstract: "Runs a real site's server with many hubs' readers, and counts at the cloud.",
        subcommands: [RunSimulation.self, Readers.self],
        defaultSubcommand: RunSimulation.self
    )
}

/// What is simulated.
struct SimulationOptions: ParsableArguments {
    @Option(help: "How many hubs; several numbers, separated by commas, run one after the other.") var hubs = "1000"
    @Option(help: "How often each hub measures, on average: N/s, N/min or N/h.") var rate = "1/min"
    @Option(help: "How long is measured.") var minutes = 2.0
    @Option(help: "How many people each hub has, each with a cuff.") var seatsPerHub = 1
    @Option(help: "How many uploaders the server has.") var uploaders = 1
    @Option(help: "Decides when and where is measured.") var seed: UInt64 = 1
    @Option(help: "The cores of the server's processes, as taskset names them.") var systemCores: String?
    @Option(help: "The cores of the hubs and the cloud.") var loadCores: String?
    @Flag(help: "Kill the broker at half time; each hub then has a reading to deliver.") var storm = false
    @Flag(help: "Ten hubs for some seconds, to see that it works.") var quick = false

    /// Readings a second of each hub.
    var perSecond: Double { MeasuringRate(rate)?.perSecond ?? 0 }
    /// The numbers of hubs.
    var numbers: [Int] { hubs.split(separator: ",").compactMap { Int($0) } }
    /// How long the hubs are left alone before it is measured.
    var settling: Duration { quick ? .seconds(1) : .seconds(10) }

    mutating func validate() throws {
        if quick { (hubs, rate, minutes) = ("10", "30/min", 0.2) }
        guard MeasuringRate(rate) != nil else {
            throw ValidationError("--rate wants a number and s, min or h, as 1/min.")
        }
        guard !numbers.isEmpty, numbers.count == hubs.split(separator: ",").count,
            numbers.allSatisfy({ (1...9_999).contains($0) })
        else { throw ValidationError("--hubs wants numbers from 1 to 9999.") }
        guard (1...100).contains(seatsPerHub), (1...32).contains(uploaders), minutes > 0, minutes <= 1_440 else {
            throw ValidationError("--seats-per-hub goes from 1 to 100, --uploaders from 1 to 32, --minutes to 1440.")
        }
    }

    /// Tells what is going on.
    func say(_ line: String) {
        // Absent is nil: without a reader the line is lost.
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }
}

/// The simulation itself.
struct RunSimulation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract:
            "Simulate, print one line of JSON a run and a table; exit 1 if anything is lost, doubled or misbooked."
    )

    @OptionGroup var options: SimulationOptions

    func run() async throws {
        OpenFiles.raiseLimit()
        var verdicts: [Verdict] = []
        for hubs in options.numbers {
            let verdict = try await SimulatedRun(options, hubs: hubs).run()
            print(try verdict.json)
            verdicts.append(verdict)
        }
        print(Verdict.table(verdicts))
        if verdicts.count > 1 {
            print("processor and memory grow \(Verdict.isLinear(verdicts) ? "no faster" : "FASTER") than the hubs")
        }
        guard verdicts.allSatisfy(\.isGood) else { throw ExitCode(1) }
    }
}
