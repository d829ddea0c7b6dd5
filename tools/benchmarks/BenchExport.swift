import Foundation
import HubRunner
import Processes

/// An export of Apple Health that never was anybody's, made for a run.
struct BenchExport: Sendable {
    /// Where a made one is; such a folder has `export.xml` and `export.zip` and is used in place of the large one.
    private static let variable = "VITALBUS_BENCH_EXPORT"

    /// The path of `export.xml`.
    let xml: String
    /// The path of the archive that has it.
    let archive: String
    /// The size of `export.xml` in millions of bytes.
    let megabytes: Double

    /// Generates an export; the same for the same size.
    static func make(megabytes: Int, in folder: String) async throws -> BenchExport {
        let place = "\(folder)/export-\(megabytes)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let (xml, archive) = ("\(place)/export.xml", "\(place)/export.zip")
        let generator = "\(ProgramFolder.path)/health-generator"
        _ = try await RunCost.of(
            generator,
            ["--megabytes", "\(megabytes)", "--seed", "7", "--out", xml, "--zip", archive]
        )
        return try BenchExport(xml: xml, archive: archive)
    }

    /// The export that stands in the variable's folder, if it names one.
    static func given() throws -> BenchExport? {
        guard let folder = ProcessInfo.processInfo.environment[variable] else { return nil }
        return try BenchExport(xml: "\(folder)/export.xml", archive: "\(folder)/export.zip")
    }

    private init(xml: String, archive: String) throws {
        self.xml = xml
        self.archive = archive
        let size = try FileManager.default.attributesOfItem(atPath: xml)[.size] as? Int ?? 0
        guard size > 0 else { throw BenchError("\(xml) is empty") }
        megabytes = Double(size) / 1_000_000
    }
}
