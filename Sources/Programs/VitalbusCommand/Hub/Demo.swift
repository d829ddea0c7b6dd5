internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The demo of `vitalbus up --demo`: three invented people, each with a virtual device.
///
/// It is a separate hub. Its site, hub, seats, people and devices all have "demo" in their names, so that no display
/// shows them as real.
struct Demo: Sendable {
    static let site = "demo"
    /// A port other than that of a real hub's page, so that both can run.
    static let page = "127.0.0.1:8478"
    static let people = ["demo-anna", "demo-ben", "demo-clara"]
    /// The time between two measurements of a person.
    static let interval = Duration.seconds(20)

    let connection: HubConnection
    let hub: String
    var clock: any Clock<Duration> = ContinuousClock()

    /// The settings of the demo's hub: no radio, no server, no configuration file.
    static var settings: HubSettings {
        var settings = HubSettings()
        settings.site = site
        settings.hub = "demo-hub"
        settings.seats = people
        settings.radio = false
        settings.page = page
        settings.config = HubSettings.nothing
        return settings
    }

    /// The folder of the demo, next to that of a real hub.
    static func state(_ variables: [String: String]) -> String { "\(HubPlace.standardState(variables))-demo" }

    /// The demo's banner; the page's address follows as its last line.
    static func words(_ plan: HubPlan) -> [String] {
        [
            "DEMO: three invented people with virtual devices; no value here was measured",
            "DEMO: its records become files in \(plan.recordFolder ?? plan.layout.state), instead of going to a cloud",
            "DEMO: Ctrl-C ends it; to remove its data: rm -r '\(plan.layout.state)'",
        ]
    }

    /// Starts the people's sessions and measures until the task is cancelled.
    ///
    /// The session manager may start after this connection, and restart later, so unanswered requests are repeated.
    func play() async throws {
        for seat in Self.people {
            try await untilAnswered { try await startSession(seat) }
        }
        for round in 0... {
            for (number, seat) in Self.people.enumerated() {
                let reading = try Self.reading(seat: seat, hub: hub, person: number, round: round, now: Date())
                try await untilAnswered { try await submit(reading) }
            }
            try await clock.sleep(for: Self.interval)
        }
    }

    /// Repeats a request while no process answers it, once a second.
    private func untilAnswered(_ request: () async throws -> Void) async throws {
        while true {
            do {
                return try await request()
            } catch let error as BusError where error.isRetriable {
                try await clock.sleep(for: .seconds(1))
            }
        }
    }

    private func startSession(_ seat: String) async throws {
        let body = StartSession(seat: seat, userID: LocalRecords.person(of: seat), apiVersion: .file)
        _ = try await connection.requests.call(
            SessionOperations.startSession,
            hub: BusAddress.siteHub,
            body: body,
            timeout: .seconds(30)
        )
    }

    private func submit(_ reading: Reading) async throws {
        let body = SubmitRecords(records: [reading])
        _ = try await connection.requests.call(SessionOperations.submitRecords, hub: BusAddress.siteHub, body: body)
    }

    /// A virtual device's reading: a value that swings around the person's usual one.
    ///
    /// - Parameters:
    ///   - person: The person's index in ``people``: a cuff, a pulse oximeter or a thermometer.
    ///   - round: The number of the measurement, from 0.
    static func reading(seat: String, hub: String, person: Int, round: Int, now: Date) throws -> Reading {
        let swing = [0, 2, 3, 1, -1, -3, -2, 1][(round + person * 3) % 8]
        let device = devices[person % devices.count]
        return Reading(
            readingKey: .random(),
            type: .biometrics,
            timestamp: now,
            utcOffset: TimeZone.current.secondsFromGMT(for: now),
            timeQuality: .received,
            receivedAt: now,
            hub: try HubID(hub),
            seat: try SeatID(seat),
            source: RecordSource(kind: .manual, manufacturer: "DEMO", model: device),
            measurements: try TypedValue.all(values(device, swing: swing)).map { try $0.measurement() }
        )
    }

    private static let devices = ["virtual cuff", "virtual oximeter", "virtual thermometer"]

    private static func values(_ device: String, swing: Int) -> [String] {
        switch device {
        case "virtual cuff": ["blood_pressure=\(124 + swing)/\(79 + swing)", "pulse=\(66 + swing)"]
        case "virtual oximeter": ["spo2=\(96 + swing / 2)", "pulse=\(72 + swing)"]
        default: ["body_temperature=36.\(6 + swing / 2)C"]
        }
    }
}
