import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// The answers about sessions: why each one ended, and the server's verdict on the current one.
@Suite(.serialized) struct SessionToldTests {
    @Test func eachEndAndEachWordOfTheServerIsListed() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.checksCredentials = true
        // A slow machine must have the server's word before the question is given up.
        (settings.leaseSeconds, settings.requestTimeout) = (40, "30s")
        settings.configuration["session-manager"] = ["credentials.wait": "60s"]
        try await RunningLine.with(settings) { line in
            // Behind a portal it is unknown whether the next person's credentials are valid.
            try await line.cloud.setFaults(#"[{"kind":"captivePortal"}]"#)
            try await line.startSession(user: "second")
            #expect(try await retry(line) == .pending)
            try await line.cloud.revoke("token-of-second")
            try await line.cloud.setFaults("[]")
            #expect(try await retry(line) == .no)
            try await line.wait("the end") { try await reasons(line).compactMap(\.self).count == 2 }
            try await line.startSession(user: "third")
            _ = try await line.endSession()
            try await line.wait("all ends") {
                try await Set(reasons(line).compactMap(\.self)) == ["requested", "unauthorized", "replaced"]
            }
        }
    }

    /// A seat's usual limits reach clients as a retained state.
    @Test func limitsOfASeatAreToldToPeople() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        try await RunningLine.with(settings) { line in
            let topics = [SessionEvents.seatLimits.descriptor]
            let heard = try await line.connection.client.subscribe(to: topics, hub: BusAddress.siteHub, capacity: 16)
            defer { heard.cancel() }
            let limits = SeatLimits(
                seat: LineSetup.seat,
                limits: [.init(metric: .systolic, lowest: 95, highest: 160), .init(metric: .spo2, lowest: 92)]
            )
            let kept = try await line.connection.requests.call(
                SessionOperations.setSeatLimits,
                hub: BusAddress.siteHub,
                body: limits,
                timeout: Patience.answer
            )
            #expect(kept == limits)
            var told: SeatLimits?
            // The start clears former limits, which may be heard first.
            for await message in heard where !message.payload.isEmpty {
                told = try Envelope<SeatLimits>.decode(message.payload).data
                break
            }
            #expect(told == limits)
        }
    }

    private func retry(_ line: RunningLine) async throws -> SessionRetried.Validity {
        try await line.connection.requests.call(
            SessionOperations.retrySession,
            hub: BusAddress.siteHub,
            body: SeatReference(seat: LineSetup.seat),
            timeout: Patience.limit
        ).validated
    }

    /// Why the seat's sessions ended, the newest first; nil for a running one.
    private func reasons(_ line: RunningLine) async throws -> [SessionEndReason?] {
        let body = PageRequest(seat: LineSetup.seat)
        return try await line.connection.requests.call(SessionOperations.sessions, hub: BusAddress.siteHub, body: body)
            .sessions
            .map(\.reason)
    }
}
