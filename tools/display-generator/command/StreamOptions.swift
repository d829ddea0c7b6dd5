internal import ArgumentParser
internal import DisplayGenerator
internal import SystemPackage

/// What all streams take.
struct StreamOptions: ParsableArguments {
    @Option(help: "Equal seeds make equal streams.") var seed: UInt64 = 1
    @Option(help: "How many records.") var count = 100
    @Option(help: "The kind of device; without it all of them.") var kind: DisplayKind?
    @Option(help: "How hard: easy, medium, hard or mixed.") var band = DisplayBand.mixed

    /// The seed of a scene of this stream.
    func seed(of scene: UInt64) -> UInt64 {
        (seed &* 0x9E37_79B9_7F4A_7C15) ^ (scene &* 0xD1B5_4A32_D192_ED03 &+ 0x632B_E593)
    }

    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) throws {
        try FileDescriptor.standardOutput.writeAll(bytes)
    }
}

extension DisplayKind: ExpressibleByArgument {}
extension DeviceFamily: ExpressibleByArgument {}
extension DisplayBand: ExpressibleByArgument {}
