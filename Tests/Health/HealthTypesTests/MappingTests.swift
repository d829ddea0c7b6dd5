import Foundation
import HealthTypes
import TestSupport
import Testing

@Suite("the table of health types")
struct MappingTests {
    @Test("every row's metric is in the table of metrics")
    func metrics() {
        for row in HealthMappingTable.rows where row.aggregation != .none {
            #expect(row.unit != nil, "\(row.identifier) \(String(describing: row.metric))")
            #expect(row.record != nil)
        }
        #expect(Set(HealthMappingTable.rows).count == HealthMappingTable.rows.count)
    }

    @Test("every set has types and records")
    func sets() {
        for set in HealthSet.allCases {
            #expect(!HealthMappingTable.identifiers(of: set).isEmpty)
            #expect(HealthMappingTable.rows.contains { $0.set == set && $0.record != nil })
            #expect(HealthPlaces.takes(set, api: "inform") == (set != .reproductiveHealth))
            #expect(HealthPlaces.takes(set, api: "legacy") == (set != .intraday))
        }
        #expect(HealthSet.subscribable.count == 8)
    }

    @Test("the README has the table")
    func readme() throws {
        let readme = ProjectFolder.file("Sources/Health/HealthRecords/README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        #expect(text.hasSuffix(HealthMappingTable.markdown + "\n"), "write HealthMappingTable.markdown to its end")
    }
}
