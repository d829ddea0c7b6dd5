internal import ArgumentParser
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Reads changed inputs until it has read so many; a crash, a hang or too much memory ends the process.
@main
struct HealthFuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health-fuzz",
        abstract: "Feeds the readers of health inputs with damaged ones."
    )

    @Argument(help: "The format: \(FuzzTarget.formats.keys.sorted().joined(separator: ", ")).")
    var format: String

    @Option(help: "How many inputs.")
    var inputs: UInt64 = 100_000

    @Option(help: "Equal seeds give equal inputs.")
    var seed: UInt64 = 1

    @Option(help: "The number of the first input: to go on, or to read one again.")
    var from: UInt64 = 0

    @Option(help: "Seconds that a thousand inputs may take; more is a hang, and ends the process.")
    var seconds: UInt32 = 60

    @Option(help: "Mebibytes that the process may have in all.")
    var memory: UInt64 = 1_024

    @Option(help: "Minutes of processor time, instead of a count of inputs.")
    var minutes: Double?

    @Flag(help: "Print JSON.")
    var json = false

    mutating func run() throws {
        guard let targets = FuzzTarget.formats[format] else {
            throw ValidationError("\(format) is no format that is known here")
        }
        limitMemory()
        var fuzz = FuzzRun()
        let start = DispatchTime.now().uptimeNanoseconds
        let end = minutes == nil ? from + inputs : .max
        for number in from..<end {
            if number % 1_000 == 0 { alarm(seconds) }
            if number % 100 == 0, let minutes, usage.seconds >= minutes * 60 { break }
            if number % 1_000_000 == 0, number > from { tell(fuzz, since: start) }
            fuzz.run(targets, seed: seed, number: number)
        }
        alarm(0)
        tell(fuzz, since: start)
    }

    private func limitMemory() {
        var limit = rlimit(rlim_cur: rlim_t(memory << 20), rlim_max: rlim_t(memory << 20))
        if unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) != 0 { print("no limit of memory is set") }
    }

    /// The processor's seconds and the peak of memory in KiB, of this process.
    private var usage: (seconds: Double, peak: Int) {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        return (times[0] + times[1], usage.ru_maxrss)
    }

    private func tell(_ fuzz: FuzzRun, since start: UInt64) {
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        let rate = Int(Double(fuzz.runs) / max(seconds, 0.001))
        let slowest = fuzz.slowest.nanoseconds / 1_000
        let values = [
            ("seed", "\(seed)"), ("from", "\(from)"), ("runs", "\(fuzz.runs)"), ("damaged", "\(fuzz.damaged)"),
            ("outcomes", "\(fuzz.outcomes.count)"), ("delivered", "\(fuzz.things)"), ("seconds", "\(Int(seconds))"),
            ("inputsPerSecond", "\(rate)"), ("slowestInput", "\(fuzz.slowest.number)"),
            ("slowestMicroseconds", "\(slowest)"), ("peakKiB", "\(usage.peak)"),
        ]
        if json {
            let words = values.map { "\"\($0)\":\($1)" }
            print("{\"format\":\"\(format)\",\(words.joined(separator: ","))}")
        } else {
            print("format=\(format) " + values.map { "\($0)=\($1)" }.joined(separator: " "))
        }
        fflush(nil)
    }
}
