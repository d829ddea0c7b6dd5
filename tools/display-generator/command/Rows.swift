internal import ArgumentParser
internal import DisplayGenerator
internal import SystemPackage

/// Streams cuts of rows.
struct Rows: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Streams cuts of rows with their texts.")
    @OptionGroup var options: StreamOptions

    func run() throws {
        var written = 0
        var scene: UInt64 = 0
        while written < options.count {
            let records = StreamRecord.rows(kind: options.kind, band: options.band, seed: options.seed(of: scene))
            for record in records.prefix(options.count - written) { try StreamOptions.write(record.bytes) }
            written += records.count
            scene += 1
        }
    }
}
