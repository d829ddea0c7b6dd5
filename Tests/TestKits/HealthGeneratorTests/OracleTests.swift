import ByteScan
import Foundation
import HealthGenerator
import HealthInputs
import TestSupport
import Testing
import XMLOracle
import health_fuzz

/// Compares the scanner of exports with libxml2, by its elements and by what it delivers.
struct OracleTests {
    /// The first difference between two lists in words, or nil.
    private func difference<Thing: Equatable>(_ found: [Thing], _ wanted: [Thing]) -> String? {
        for (index, pair) in zip(found, wanted).enumerated() where pair.0 != pair.1 {
            return "\(index): \(pair.0), not \(pair.1)"
        }
        return found.count == wanted.count ? nil : "\(found.count), not \(wanted.count)"
    }

    /// Compares both results for a well-formed text.
    private func compare(_ bytes: [UInt8], _ comment: String) throws {
        let wanted = try XMLOracle.pieces(bytes)
        let seen = difference(RawScan.pieces(bytes), wanted)
        #expect(seen == nil, "\(comment)")
        let (sink, report) = try Generated.read(bytes)
        let (plain, plainReport) = try Generated.read(PlainXML.bytes(wanted))
        #expect(report.elements == plainReport.elements, "\(comment)")
        #expect(difference(report.damage.entries.map(\.message), plainReport.damage.entries.map(\.message)) == nil)
        let delivered = difference(sink.items, plain.items)
        #expect(delivered == nil, "\(comment)")
    }

    @Test("generated exports", arguments: Generated.seeds)
    func generated(seed: UInt64) throws {
        var options = try Generated.options(seed)
        // libxml2 cannot read version 12; its mended text equals that of version 13.
        for fault in ExportFault.allCases where !fault.isIllFormed && seed % UInt64(fault.rawValue.count) < 2 {
            options.faults.insert(fault)
        }
        try compare(try Generated.make(options).bytes, "seed \(seed)")
    }

    @Test("exports that libxml2 cannot read, compared with the same ones without the fault", arguments: Generated.seeds)
    func mended(seed: UInt64) throws {
        for fault in [ExportFault.brokenDocumentType, .duplicateAttribute, .controlCharacter, .rawBrackets, .truncated]
        {
            var options = try Generated.options(seed)
            options.version = 12
            let (whole, truth) = try Generated.make(options)
            options.faults = [fault]
            options.firstDay = CivilDay.number(truth.firstDay)
            let bytes = try Generated.make(options).bytes
            #expect(throws: XMLOracleError.self, "\(fault.rawValue), seed \(seed)") { try XMLOracle.pieces(bytes) }
            let sink = try Generated.read(bytes).sink
            let plain = try Generated.read(PlainXML.bytes(XMLOracle.pieces(whole))).sink
            let wanted = fault == .truncated ? Array(plain.items.prefix(sink.items.count)) : plain.items
            let delivered = difference(sink.items, wanted)
            #expect(delivered == nil, "\(fault.rawValue), seed \(seed)")
            #expect(wanted.count > 20)
        }
    }

    @Test("exports with the same content in other forms", arguments: Generated.seeds)
    func mutated(seed: UInt64) throws {
        var options = try Generated.options(seed, megabytes: 0.1)
        options.faults = []
        let pieces = try XMLOracle.pieces(try Generated.make(options).bytes)
        for round in 0..<6 {
            var mutator = XMLMutator(seed: seed &* 100 &+ UInt64(round))
            try compare(mutator.write(pieces), "seed \(seed), round \(round)")
        }
    }

    @Test("blocks of any size give the same result", arguments: [UInt64(5), 8])
    func blocks(seed: UInt64) throws {
        let pieces = try XMLOracle.pieces(try Generated.make(try Generated.options(seed, megabytes: 0.03)).bytes)
        var mutator = XMLMutator(seed: seed)
        let bytes = mutator.write(pieces)
        let (whole, report) = try Generated.read(bytes)
        for block in Array(1...40) + [63, 64, 65, 255, 1_000, 4_095, 4_096, 65_535, 65_536] {
            let (sink, blocked) = try Generated.read(bytes, block: block)
            let isSame = blocked == report
            #expect(isSame, "seed \(seed), block \(block)")
            let delivered = difference(sink.items, whole.items)
            #expect(delivered == nil, "seed \(seed), block \(block)")
        }
    }

    // MARK: Files that are not shipped

    private static let whole = [
        "paulstaab/export.xml", "healthkit-to-sqlite/export.xml",
        "healthkit-to-sqlite/zip/apple_health_export/export.xml", "tdda/export6s3sample.xml",
        "synthetic/us_export_offset.xml", "synthetic/metric_london_local.xml", "synthetic/bad_no-dtd.xml",
        "synthetic/bad_vt.xml",
    ]

    @Test(
        "real and foreign exports",
        .enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"),
        arguments: whole
    )
    func fixtures(path: String) throws {
        try compare(try SharedFixtures.bytes("apple/" + path), path)
    }

    @Test(
        "foreign exports with faults, compared with the same ones mended",
        .enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"),
        arguments: ["dtd-v12", "dup-attr", "truncate"]
    )
    func mendedFixtures(fault: String) throws {
        let bytes = try SharedFixtures.bytes("apple/synthetic/bad_\(fault).xml")
        #expect(throws: XMLOracleError.self) { try XMLOracle.pieces(bytes) }
        let pieces = try XMLOracle.pieces(Self.mended(bytes, fault))
        // The zone in a cut record is delivered, but the record itself is not.
        let items = try Generated.read(bytes).sink.items.filter { !Self.isHint($0) }
        let mended = try Generated.read(PlainXML.bytes(pieces)).sink.items.filter { !Self.isHint($0) }
        let delivered = difference(items, mended)
        #expect(delivered == nil)
        let isLarge = items.count > 100
        #expect(isLarge)
    }

    private static func isHint(_ item: FuzzSink.Item) -> Bool {
        if case .event(.zoneHint) = item { true } else { false }
    }

    /// Removes exactly the fault.
    private static func mended(_ bytes: [UInt8], _ fault: String) -> [UInt8] {
        var text = String(decoding: bytes, as: UTF8.self)
        switch fault {
        case "dtd-v12":
            if let start = text.range(of: "<!DOCTYPE"), let end = text.range(of: "]>\n") {
                text.removeSubrange(start.lowerBound..<end.upperBound)
            }
        case "dup-attr":
            // If there is an end, the first start is dropped; otherwise the second start becomes the end.
            text = text.replacing(/startDate="[^"]*" (startDate="[^"]*" endDate=)/) { String($0.output.1) }
            text = text.replacing(/(startDate="[^"]*") startDate=/) { "\($0.output.1) endDate=" }
        default:
            let end = text.range(of: "\n <", options: .backwards)?.lowerBound ?? text.endIndex
            text = String(text[..<end]) + "</HealthData>"
        }
        return Array(text.utf8)
    }
}
