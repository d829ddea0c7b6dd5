import BusContract
import FoundationEssentials
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection

/// A request and its reply between two of our processes, against two processes that use libmosquitto from C.
struct RequestReplyFigure {
    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures median and 99th percentile.
    func measure() async throws -> [FigureLine] {
        let rounds = effort.pick(9, quick: 2)
        let count = effort.pick(1_000, quick: 100)
        let bytes = try Self.payloadSize()
        let results = Rounds()
        try await EchoBench.with { bench in
            try await HubConnection.with(try bench.target()) { connection in
                for _ in 0..<rounds {
                    let own = try await ask(connection, count: count)
                    let pair = try await bench.askPair(bytes: bytes, count: count, warmUp: count / 10)
                    await results.add(own, pair)
                }
            }
        }
        return await [
            line("p50", results.quantiles(0.5), .atMost(1.3), bytes, count),
            line("p99", results.quantiles(0.99), .atMost(2), bytes, count),
        ]
    }

    /// The bytes of a request on the wire, which the C pair sends too.
    static func payloadSize() throws -> Int {
        let id = "01900000-0000-7000-8000-000000000000"
        var envelope = Envelope(
            id: id,
            source: try EchoContract.caller().source,
            type: EchoContract.echo.request.descriptor.type,
            time: Date(timeIntervalSince1970: 1_800_000_000),
            data: body
        )
        envelope.epoch = 1_800_000_000_000
        envelope.seq = 1_000
        envelope.traceparent = TraceParent.next().description
        envelope.correlationid = id
        envelope.replyto = try EchoContract.caller().topic("reply/\(try EchoContract.caller().client)")
        envelope.deadline = envelope.time
        return try WireJSON.encode(envelope).count
    }

    private static let body = EchoBody(text: String(repeating: "x", count: EchoBench.textLength))

    /// The microseconds of each exchange, one after the other.
    private func ask(_ connection: HubConnection, count: Int) async throws -> [Double] {
        var times: [Double] = []
        for number in 0..<(count + count / 10) {
            let start = ContinuousClock.now
            _ = try await connection.requests.call(EchoContract.echo, hub: BusAddress.siteHub, body: Self.body)
            // The first ones warm up.
            if number >= count / 10 { times.append((ContinuousClock.now - start).milliseconds * 1_000) }
        }
        return times
    }

    private func line(
        _ name: String,
        _ quantiles: (own: [Double], pair: [Double]),
        _ goal: Goal,
        _ bytes: Int,
        _ count: Int
    ) -> FigureLine {
        FigureLine(
            "request-reply.\(name)",
            unit: "µs",
            values: quantiles.own,
            limits: quantiles.pair,
            limitIs: "peer: two C processes with libmosquitto, same broker and payload",
            goal: goal,
            details: ["payloadBytes": Double(bytes), "exchangesPerRound": Double(count)]
        )
    }
}

/// The times of the rounds so far.
private actor Rounds {
    private var own: [[Double]] = []
    private var pair: [[Double]] = []

    func add(_ own: [Double], _ pair: [Double]) {
        self.own.append(own)
        self.pair.append(pair)
    }

    func quantiles(_ share: Double) -> (own: [Double], pair: [Double]) {
        (own.map { Statistics.quantile($0, at: share) }, pair.map { Statistics.quantile($0, at: share) })
    }
}
