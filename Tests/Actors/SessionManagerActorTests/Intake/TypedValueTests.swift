import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Typed values are checked against the human range, whichever client they come from.
@Suite struct TypedValueTests {
    private typealias Values = [VitalRecords.Measurement]

    private static func pressure(_ systolic: Int64, _ diastolic: Int64) -> Values {
        [(MetricName.systolic, systolic), (.diastolic, diastolic)].map {
            VitalRecords.Measurement(metric: $0, value: DecimalNumber($1), unit: "mm[Hg]", origin: .manual)
        }
    }

    private static func one(_ metric: MetricName, _ value: DecimalNumber, _ unit: String) -> Values {
        [VitalRecords.Measurement(metric: metric, value: value, unit: unit, origin: .manual)]
    }

    private static let slips: [Values] = [
        pressure(-5, 80), pressure(1_280, 81), pressure(128, 181), one(.bodyTemperature, 385, "Cel"),
        one(.bodyWeight, 7_000, "kg"), one(.bloodGlucose, 6, "mg/dL"), one(.systolic, 128, "mm[Hg]"),
        one(.pulse, 60, "/min") + one(.pulse, 61, "/min"), one(.steps, -1, "1"), one(.carbohydrate, -1, "g"),
    ]

    private func typed(_ number: Int, _ values: Values, seat: String = "bed-1") throws -> Reading {
        try Samples.reading(number, device: nil, seat: seat, kind: .manual, measurements: values)
    }

    @Test func slipsAreRefusedEachByItselfAndNothingOfThemIsKept() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            var readings = try Self.slips.enumerated().map { try typed($0, $1) }
            readings.insert(try typed(90, Samples.pressure), at: 3)
            let results = try await manager.submit(readings)
            #expect(results.map(\.readingKey) == readings.map(\.readingKey))
            for (place, result) in results.enumerated() {
                #expect(result.outcome == (place == 3 ? "accepted" : "refused"))
                #expect(result.error?.code == (place == 3 ? nil : "unusualValue"))
                // The reply explains the error, and never repeats the value.
                #expect(result.error?.message.contains("1280") != true)
            }
            #expect(results[1].error?.message.contains("30 to 300 mmHg") == true)
            #expect(try await manager.held().isEmpty)
            #expect(try await manager.queued().map(\.record.readingKey) == [Samples.key(90)])
            #expect(try await manager.submit([try typed(1, Self.slips[1])]).map(\.outcome) == ["refused"])
        }
    }

    /// A person can confirm unusual values, but not impossible ones.
    @Test func aPersonsWordTakesWhatIsOnlyUnusual() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let body = SubmitRecords(records: try Self.slips.enumerated().map { try typed($0, $1) }, unusual: true)
            let results = try await manager.call(SessionOperations.submitRecords, body).results
            let impossible = Self.slips.map { $0.contains(where: \.isImpossible) }
            #expect(impossible.count { $0 } == 6)
            #expect(results.map(\.outcome) == impossible.map { $0 ? "refused" : "accepted" })
            #expect(results.allSatisfy { $0.error == nil || $0.error?.code == "invalidArgument" })
        }
    }

    /// A device makes no typing errors: its unusual values wait for a person.
    @Test func whatADeviceMeasuredIsNotRefused() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            #expect(
                try await manager.submit(try Samples.reading(1, measurements: Self.pressure(310, 81))) == ["held"]
            )
        }
    }

    @Test func correctionsOfHeldReadingsAreChecked() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            #expect(try await manager.submit(try Samples.reading(1)) == ["held"])
            for slip in [Self.one(.systolic, 1_280, "mm[Hg]"), Self.one(.diastolic, 122, "mm[Hg]")] {
                await manager.expect(.unusualValue) { try await manager.confirm(1, for: "bed-1", slip) }
            }
            #expect(try await manager.held().count == 1)
            #expect(
                try await manager.confirm(1, for: "bed-1", Self.one(.systolic, 128, "mm[Hg]")).outcome == "accepted"
            )
        }
    }

    /// A device's values are not checked again when a person confirms only whose they are, but a camera's are.
    @Test func confirmedAsItIsOnlyACamerasReadingIsChecked() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let odd = Self.pressure(128, 181)
            _ = try await manager.submit(
                try Samples.reading(1, measurements: odd),
                try Samples.reading(2, device: nil, seat: "bed-1", kind: .ocr, measurements: odd)
            )
            #expect(try await manager.confirm(1, for: "bed-1").outcome == "accepted")
            await manager.expect(.unusualValue) { try await manager.confirm(2, for: "bed-1") }
            let body = ConfirmReading(readingKey: Samples.key(2), seat: "bed-1", unusual: true)
            #expect(try await manager.call(SessionOperations.confirmReading, body).outcome == "accepted")
        }
    }

    @Test func newValuesOfARecordAreChecked() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let result = try #require(try await manager.submit([try typed(1, Samples.pressure)]).first)
            let logID = try #require(result.logID)
            func update(_ values: Values, unusual: Bool? = nil) async throws -> Int {
                let body = UpdateRecord(logID: logID, baseRevision: 1, measurements: values, unusual: unusual)
                return try await manager.call(SessionOperations.updateRecord, body).revision
            }
            let half = Self.one(.systolic, 131, "mm[Hg]")
            for slip in [Self.pressure(1_280, 81), Self.pressure(81, 128), half] {
                await manager.expect(.unusualValue) { _ = try await update(slip) }
            }
            #expect(try await manager.queued().map(\.record.measurements) == [Samples.pressure])
            #expect(try await update(half, unusual: true) == 2)
        }
    }

    @Test func theSeatsUnitsGoBeforeEverybodys() async throws {
        let flags = ["seat-units": "body_weight=kg, blood_glucose=mg/dl, bed-2/blood_glucose=mmol/l"]
        try await SessionSite().running(flags) { manager in
            for (seat, unit) in [("bed-1", "mg/dL"), ("bed-2", "mmol/L")] {
                #expect(try await manager.start(seat).units == nil)
                let view = try await manager.call(SessionOperations.session, SeatReference(seat: seat))
                let units = [
                    TypedUnit(metric: .bloodGlucose, unit: unit), TypedUnit(metric: .bodyWeight, unit: "kg"),
                ]
                #expect(view.units == units)
                let listed = try await manager.call(SessionOperations.seats, SeatsRequest()).seats
                #expect(listed.first { $0.seat == seat }?.session?.units == units)
            }
        }
        for wrong in ["kg", "mood=kg", "body_weight=mmol/L", "bed-1/=kg"] {
            #expect(throws: RuntimeError.self) { try SeatUnits([wrong]) }
        }
    }
}
