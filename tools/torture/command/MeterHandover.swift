import BusContract
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TortureGround
import VitalRecords

/// Gives the glucose meter to another person while it measures: a session for them, then the device from a time on.
///
/// The time lies ahead: what is read before a call that came late would be the first person's for good.
struct MeterHandover: Sendable {
    /// The meter measures nothing.
    private struct Silent: Error, CustomStringConvertible {
        let description = "the meter measured nothing in 60 s"
    }

    /// Half of the records are the second person's.
    private static let planned = Int64(MeterScript.count / 2 * MeterScript.pace)
    /// How long before it happens the change is announced at least, in milliseconds.
    private static let notice: Int64 = 10_000

    let plan: HubPlan
    /// The log of the simulated devices.
    let truth: String
    let meter: DeviceID
    let book: StayBook

    /// Carries the change out.
    ///
    /// - Throws: `BusError`.
    func run() async throws {
        let first = try await firstRecord()
        let heir = Ward.person(Ward.heir)
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            try await LineSetup.startSession(connection, plan: plan, of: heir)
            let wanted = max(first + Self.planned, Self.now + Self.notice)
            // A whole second, as the meter's records have.
            let from = (wanted + 999) / 1_000 * 1_000
            _ = try await LineSetup.patiently {
                try await connection.requests.call(
                    SessionOperations.assignDevice,
                    hub: BusAddress.siteHub,
                    body: AssignDevice(
                        device: meter,
                        seat: heir.seat,
                        from: Date(timeIntervalSince1970: Double(from) / 1_000)
                    ),
                    timeout: .seconds(5)
                )
            }
            await book.handed(Ward.meter, to: heir.user, from: from, answered: Self.now)
        }
    }

    private func firstRecord() async throws -> Int64 {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if let first = MeterScript.records(GroundTruth(truth)).first { return first.measuredAt }
            try await Task.sleep(for: .milliseconds(300))
        }
        throw Silent()
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
