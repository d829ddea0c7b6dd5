import BusContract
import ContractLiterals
import MessageBus
import TestSupport
import VitalRecords

/// A session manager that receives requests and answers only as the test decides.
actor FakeManager {
    /// A received request.
    struct Heard: Sendable {
        let envelope: Envelope<SubmitRecords>
        var keys: [String] { envelope.data.records.map(\.readingKey.rawValue) }
        var items: [SubmittedRecords.Result] { results("accepted") }

        func results(_ outcome: String) -> [SubmittedRecords.Result] {
            envelope.data.records.map {
                SubmittedRecords.Result(
                    readingKey: $0.readingKey,
                    revision: $0.revision,
                    outcome: .init(rawValue: outcome)
                )
            }
        }
    }

    nonisolated let requests = Collected<Heard>()
    private let client: BusClient
    private var listening: (BusSubscription, Task<Void, Never>)?

    init(_ client: BusClient) {
        self.client = client
    }

    /// Starts to receive requests, and passes each one to the body.
    func appear(_ body: @escaping @Sendable (FakeManager, Heard) async -> Void = { _, _ in }) async throws {
        let subscription = try await client.subscribe(
            to: [SessionOperations.submitRecords.request.descriptor],
            hub: "site"
        )
        let task = Task {
            for await message in subscription {
                guard let envelope = try? Envelope<SubmitRecords>.decode(message.payload) else { continue }
                let heard = Heard(envelope: envelope)
                requests.add(heard)
                await body(self, heard)
            }
        }
        listening = (subscription, task)
    }

    /// Stops receiving.
    func leave() async {
        listening?.0.cancel()
        await listening?.1.value
        listening = nil
    }

    /// Answers a request with these results.
    func answer(
        _ request: Heard,
        _ results: [SubmittedRecords.Result],
        mark: String? = nil,
        backedUpTo: Int64? = nil
    ) async throws {
        let reply = SubmittedRecords(results: results, mark: mark, backedUpTo: backedUpTo)
        try await send(request, ReplyPayload(ok: reply))
    }

    /// Answers a request with an error.
    func fail(_ request: Heard, _ error: BusError) async throws {
        try await send(request, ReplyPayload(error: WireFault(error)))
    }

    private func send(_ request: Heard, _ payload: ReplyPayload<SubmittedRecords>) async throws {
        let descriptor = SessionOperations.submitRecords.reply.descriptor
        var envelope = client.envelope(descriptor.type, data: payload)
        envelope.correlationid = request.envelope.correlationid
        _ = try await client.send(envelope, to: request.envelope.replyto ?? "", descriptor: descriptor)
    }
}
