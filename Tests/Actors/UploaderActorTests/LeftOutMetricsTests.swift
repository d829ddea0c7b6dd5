import BusContract
import FHIRContent
import FoundationEssentials
import Testing
import VitalRecords

/// The metrics announced as left out before sending are those that the destination then leaves out.
@Suite struct LeftOutMetricsTests {
    private func record(of metric: Metric) throws -> VitalRecord {
        VitalRecord(
            logID: try #require(LogID(rawValue: "4f1c7a52-8f0e-4d0c-9c39-0d6c1b1f2a10")),
            readingKey: .random(),
            type: .biometrics,
            seat: try #require(SeatID(rawValue: "bed-1")),
            timestamp: Date(timeIntervalSince1970: 1_786_000_000),
            source: RecordSource(kind: .bluetooth),
            measurements: [Measurement(metric: metric.name, value: 1, unit: metric.canonicalUnit.ucum)],
            receivedAt: Date(timeIntervalSince1970: 1_786_000_000)
        )
    }

    @Test(arguments: MetricTable.metrics) func aChartGetsWhatHasACode(metric: Metric) throws {
        let delivery = FHIRDelivery(
            try record(of: metric),
            patient: try FHIRPatient(reference: "Patient/1"),
            gateway: FHIRGateway(site: "home", version: "1"),
            change: .write
        )
        let said = CloudAPI.fhir.leavesOut(of: try record(of: metric).measurements)
        #expect(said == delivery.leftOut.compactMap(\.metric))
    }

    @Test func versionOneAndFilesTakeAll() throws {
        for metric in MetricTable.metrics {
            let measurements = try record(of: metric).measurements
            #expect(CloudAPI.legacy.leavesOut(of: measurements).isEmpty)
            #expect(CloudAPI.file.leavesOut(of: measurements).isEmpty)
            #expect(CloudAPI.inform.leavesOut(of: measurements).isEmpty == (metric.inform != nil))
        }
        let unknown = [Measurement(metric: "aura", value: 1, unit: "1")]
        #expect(CloudAPI.fhir.leavesOut(of: unknown + unknown) == ["aura"])
    }
}
