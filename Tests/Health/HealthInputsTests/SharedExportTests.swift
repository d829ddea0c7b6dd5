import Archive
import Foundation
import HealthInputs
import TestSupport
import Testing

@Suite(.enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"))
struct SharedExportTests {
    /// Files with their number of samples, including those without a unit, and their number of workouts.
    @Test(arguments: [
        ("apple/tdda/export6s3sample.xml", 15, 1), ("apple/healthkit-to-sqlite/export.xml", 2, 1),
        ("apple/paulstaab/export.xml", 5, 8), ("apple/paulstaab/export.zip", 5, 8),
    ])
    func realExportsAreRead(path: String, samples: Int, workouts: Int) throws {
        let file = try #require(SharedFixtures.folder).appending(path: path)
        let input = try HealthInput(try ReadableFile(path: file.path))
        #expect(input.kind == .appleHealth)
        var sink = RecordingSink()
        let report = try input.read(into: &sink, salt: [1])
        #expect(sink.samples.count + report.leftOut.count(of: .unknownUnit) == samples)
        #expect(sink.workouts.count == workouts)
        #expect(report.damage.entries == [])
    }
}
