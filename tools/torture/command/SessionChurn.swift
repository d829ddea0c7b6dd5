import BusContract
import Curl
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SeededRandom
import SimulatedHub
import TortureGround

/// Ends, replaces and refuses sessions while their records flow.
///
/// Every session has a person of its own, so that a record on the wrong one shows at the server.
struct SessionChurn {
    /// The simulated server did not follow an order.
    private struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// What happens to a seat's session.
    private enum Change: CaseIterable {
        case replace, end, refuse
    }

    /// The seats that change; the others show that their neighbours' changes do them no harm.
    static let seats = Array(0..<6) + Ward.shared

    let plan: HubPlan
    let server: String
    let book: StayBook
    let tell: @Sendable (String) -> Void

    /// Changes sessions until the book is closed; a change that has begun is brought to its end.
    func run(seed: UInt64) async throws {
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            var random = SplitMix64(seed: seed, stream: 2)
            var generation = 1
            while await !book.isClosed {
                try await Task.sleep(for: .milliseconds(Int.random(in: 300...1_500, using: &random)))
                let seat = Self.seats[Int.random(in: 0..<Self.seats.count, using: &random)]
                let change = Change.allCases[Int.random(in: 0..<Change.allCases.count, using: &random)]
                let gap = Int.random(in: 200...2_500, using: &random)
                let next = Ward.person(seat, generation: generation)
                try await carryOut(change, seat, next, gap: gap, connection)
                generation += 1
            }
        }
    }

    private func carryOut(
        _ change: Change,
        _ seat: Int,
        _ next: LinePerson,
        gap: Int,
        _ connection: HubConnection
    ) async throws {
        try await control(
            "users",
            #"{"organization":"\#(LineSetup.organization)","uid":"\#(next.user)","token":"\#(next.token)"}"#
        )
        await book.ending(seat)
        switch change {
        case .replace: break
        case .end: try await end(next.seat, connection)
        case .refuse: try await refuse(seat, connection)
        }
        if change != .replace {
            await book.ended(seat)
            try await Task.sleep(for: .milliseconds(gap))
        }
        await book.starting(seat, next.user)
        try await LineSetup.startSession(connection, plan: plan, of: next)
        await book.started(seat)
    }

    /// Ends a seat's session; one that is gone already is what was wanted.
    private func end(_ seat: String, _ connection: HubConnection) async throws {
        do {
            _ = try await LineSetup.patiently {
                try await connection.requests.call(
                    SessionOperations.endSession,
                    hub: BusAddress.siteHub,
                    body: SeatReference(seat: seat),
                    timeout: .seconds(5)
                )
            }
        } catch let error as BusError where error.code == .notFound {}
    }

    /// The server knows the token no more; whichever record comes next ends the session.
    private func refuse(_ seat: Int, _ connection: HubConnection) async throws {
        guard let stay = await book.stays[seat]?.last else { return }
        try await control("revoke", #"{"token":"\#(Ward.token(of: stay.user))"}"#)
        let name = Ward.person(seat).seat
        let limit = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < limit {
            do {
                let view = try await LineSetup.patiently {
                    try await connection.requests.call(
                        SessionOperations.session,
                        hub: BusAddress.siteHub,
                        body: SeatReference(seat: name),
                        timeout: .seconds(5)
                    )
                }
                guard view.userID == stay.user else { return }
            } catch let error as BusError where error.code == .notFound {
                return
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        tell("\(name): a refused token did not end the session in 20 s")
        try await end(name, connection)
    }

    private func control(_ path: String, _ body: String) async throws {
        let answer = try await CurlClient().perform(
            CurlRequest(
                "POST",
                url: "\(server)/_control/\(path)",
                body: .bytes(Array(body.utf8)),
                timeout: .seconds(10)
            )
        )
        guard answer.status < 300 else { throw Refused(description: "/_control/\(path) is answered \(answer.status)") }
    }
}
