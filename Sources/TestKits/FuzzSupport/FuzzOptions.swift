internal import ArgumentParser
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The options of a fuzzer and its run; a crash, a hang or excessive memory ends the process.
package struct FuzzOptions: ParsableArguments {
    @Option(help: "How many inputs.")
    var inputs: UInt64 = 100_000

    @Option(help: "Equal seeds give equal inputs.")
    var seed: UInt64 = 1

    @Option(help: "The number of the first input: to continue, or to read one again.")
    var from: UInt64 = 0

    @Option(help: "Seconds that a thousand inputs may take; more is a hang, and ends the process.")
    var seconds: UInt32 = 60

    @Option(help: "Mebibytes that the process may have in all.")
    var memory: UInt64 = 1_024

    @Option(help: "Minutes of processor time, instead of a count of inputs.")
    var minutes: Double?

    @Flag(help: "Print JSON.")
    var json = false

    /// Creates the default options.
    package init() {}

    /// Reads inputs up to a limit, and prints a line of counts.
    ///
    /// - Parameter least: The minimum time limit in seconds for a thousand inputs, for slow work.
    package func run(_ format: String, work: inout some FuzzWork, least: UInt32 = 0) {
        limitMemory()
        let seconds = max(seconds, least)
        let start = DispatchTime.now().uptimeNanoseconds
        let end = minutes == nil ? from + inputs : .max
        for number in from..<end {
            if number % 1_000 == 0 { alarm(seconds) }
            if number % 100 == 0, let minutes, usage.seconds >= minutes * 60 { break }
            if number % 1_000_000 == 0, number > from { tell(format, work: work, since: start) }
            work.run(seed: seed, number: number)
        }
        alarm(0)
        tell(format, work: work, since: start)
    }

    private func limitMemory() {
        var limit = rlimit(rlim_cur: rlim_t(memory << 20), rlim_max: rlim_t(memory << 20))
        if unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) != 0 { print("no limit of memory is set") }
    }

    /// The CPU seconds and the peak memory in KiB of this process.
    private var usage: (seconds: Double, peak: Int) {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        return (times[0] + times[1], usage.ru_maxrss)
    }

    private func tell(_ format: String, work: some FuzzWork, since start: UInt64) {
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        let rate = Int(Double(work.runs) / max(seconds, 0.001))
        var values = [("seed", "\(seed)"), ("from", "\(from)"), ("runs", "\(work.runs)")]
        values += work.figures.map { ($0.name, $0.value) }
        values += [("seconds", "\(Int(seconds))"), ("inputsPerSecond", "\(rate)"), ("peakKiB", "\(usage.peak)")]
        if json {
            let words = values.map { "\"\($0)\":\($1)" }
            print("{\"format\":\"\(format)\",\(words.joined(separator: ","))}")
        } else {
            print("format=\(format) " + values.map { "\($0)=\($1)" }.joined(separator: " "))
        }
        fflush(nil)
    }
}

/// A fuzzer's work: reads mutated inputs one by one and counts.
package protocol FuzzWork {
    /// The number of inputs read.
    var runs: UInt64 { get }
    /// Additional counts, each with a name.
    var figures: [(name: String, value: String)] { get }

    /// Reads the input of a run number; equal seeds and numbers give equal inputs.
    mutating func run(seed: UInt64, number: UInt64)
}
