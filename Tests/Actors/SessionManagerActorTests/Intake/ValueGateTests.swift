import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import SeededRandom
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Unusual values wait for a person, and impossible ones never reach a queue, from whatever source.
@Suite struct ValueGateTests {
    private static func pressure(_ systolic: DecimalNumber, _ diastolic: DecimalNumber) -> [Measurement] {
        [
            Measurement(metric: .systolic, value: systolic, unit: "mm[Hg]", origin: .device),
            Measurement(metric: .diastolic, value: diastolic, unit: "mm[Hg]", origin: .device),
        ]
    }

    private static func pulse(_ value: DecimalNumber) -> [Measurement] {
        [Measurement(metric: .pulse, value: value, unit: "/min", origin: .device)]
    }

    @Test func aDevicesUnusualValueWaitsUntilAPersonConfirmsIt() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(Samples.reading(1, measurements: Self.pulse(310))) == ["held"])
            let held = try #require(try await manager.held().first)
            #expect(held.reason == .implausible && held.reading.measurements == Self.pulse(310))
            #expect(try await manager.told("readingHeld").count == 1)
            #expect(try await manager.queued().isEmpty)
            #expect(try await manager.confirm(1, for: "bed-1").outcome == "accepted")
            #expect(try await manager.queued().map(\.record.context?.implausible) == [[.pulse]])
        }
    }

    /// The producer's doubt counts, although the table of metrics sees no problem.
    @Test func whatADeviceDoubtsWaits() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            var half = try Samples.reading(1, measurements: [Self.pressure(128, 80)[0]])
            half.context = ReadingContext(implausible: [.systolic])
            #expect(try await manager.submit(half) == ["held"])
            #expect(try await manager.held().map(\.reason) == [.implausible])
        }
    }

    @Test(arguments: [(182_400, 128), (0, 0), (240, 900)])
    func whatNobodyCanHaveIsCorrectedOrDiscarded(systolic: Int64, diastolic: Int64) async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            let values = Self.pressure(DecimalNumber(systolic), DecimalNumber(diastolic))
            #expect(try await manager.submit(Samples.reading(1, measurements: values)) == ["held"])
            for isUnusual in [false, true] {
                await manager.expect(.invalidArgument) {
                    let body = ConfirmReading(readingKey: Samples.key(1), seat: "bed-1", unusual: isUnusual)
                    _ = try await manager.call(SessionOperations.confirmReading, body)
                }
            }
            #expect(try await manager.queued().isEmpty)
            #expect(try await manager.confirm(1, for: "bed-1", Self.pressure(124, 80)).outcome == "accepted")
            #expect(try await manager.queued().count == 1)
        }
    }

    /// A person cannot confirm a pulse of 900.
    @Test func whatNobodyCanHaveIsNotTypedEither() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let typed = try Samples.reading(seat: "bed-1", kind: .manual, measurements: Self.pulse(900))
            let body = SubmitRecords(records: [typed], unusual: true)
            let answer = try await manager.call(SessionOperations.submitRecords, body).results
            #expect(answer.map(\.outcome) == ["refused"] && answer.first?.error?.code == "invalidArgument")
            _ = try await manager.submit([try Samples.reading(2, seat: "bed-1", kind: .manual)])
            let id = try #require(try await manager.queued().first?.record.logID)
            let change = UpdateRecord(logID: id, baseRevision: 1, measurements: Self.pressure(128, 0), unusual: true)
            await manager.expect(.invalidArgument) {
                _ = try await manager.call(SessionOperations.updateRecord, change)
            }
        }
    }

    /// The person is decided first; the values are then checked, whenever that happens.
    @Test func anAssignmentBooksNothingUnusual() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            #expect(try await manager.submit(Samples.reading(1, measurements: Self.pulse(310))) == ["held"])
            #expect(try await manager.held().map(\.reason) == [.noAssignment])
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.held().map(\.reason) == [.implausible])
            #expect(try await manager.queued().isEmpty)
        }
    }

    /// With random values from any source, the queue contains only possible ones.
    @Test(arguments: [SourceKind.bluetooth, .healthImport, .manual])
    func nothingThatNobodyCanHaveLiesInTheQueue(kind: SourceKind) async throws {
        var random = SplitMix64(seed: 46)
        let rows = MetricTable.metrics.filter { $0.possibleRange != nil }
        try await SessionSite().running { manager in
            let session = try await manager.start().sessionID
            try await manager.assign(to: "bed-1", from: 0)
            var readings: [Reading] = []
            for number in 1...120 {
                let row = try #require(rows.randomElement(using: &random))
                let exponent = Int8.random(in: -3...6, using: &random)
                let value = DecimalNumber(mantissa: .random(in: -200...2_000, using: &random), exponent: exponent)
                let unit = try #require(row.units.randomElement(using: &random)).ucum
                readings.append(
                    try Samples.reading(
                        number,
                        seat: kind == .bluetooth ? nil : "bed-1",
                        kind: kind,
                        measurements: [Measurement(metric: row.name, value: value, unit: unit, origin: .device)],
                        session: kind == .healthImport ? session : nil
                    )
                )
            }
            for part in stride(from: 0, to: readings.count, by: 40) {
                let body = SubmitRecords(records: Array(readings[part..<part + 40]), unusual: true)
                _ = try await manager.call(SessionOperations.submitRecords, body)
            }
            var queued: [[Measurement]] = []
            for page in 1...4 {
                let found = try await manager.call(SessionOperations.queuedRecords, PageRequest(page: page, live: true))
                queued += found.records.map(\.record.measurements)
            }
            #expect(!queued.isEmpty && queued.joined().allSatisfy { !$0.isImpossible })
        }
    }
}
