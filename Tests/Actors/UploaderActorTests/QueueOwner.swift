import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import Logging
import MessageBus
import TestSupport
import VitalRecords

/// A minimal owner of the queue `upload`: it grants the test's records, stores every outcome, and may ignore answers
/// for a while.
actor QueueOwner {
    private let client: BusClient
    private let sealedToken: String
    private var waiting: [UploadGrant.Item] = []
    private var waitingImages: [UploadGrant.Image] = []
    private var files: [LogID: [UInt8]] = [:]
    private var named: [[String]] = []
    private var outcomes: [UploadAck.Outcome] = []
    private var questions: [UploadGrant.Check] = []
    private var checks: [UploadAck.Checked] = []
    private var deafFor = 0
    private var refusesFor = 0
    private var knowsPulls = true
    private var copies = 1
    private var frees: [Int] = []
    private var leaseSeconds = 60
    private var user = "u"
    private var grantsAgain = false
    private var granted: [String: UploadGrant.Item] = [:]

    init(_ client: BusClient, token: String, key: SiteKey) throws {
        self.client = client
        sealedToken = Data(try key.seal(Array(token.utf8), context: "session-token")).base64EncodedString()
    }

    /// Serves until cancelled.
    func run() async throws {
        let handlers = [
            RequestHandler(SessionOperations.credentials) { [sealedToken] request, _ in
                let user = await self.user
                return Credentials(
                    sessionID: request.sessionID,
                    userID: user,
                    organizationID: "o",
                    sealedToken: sealedToken
                )
            },
            RequestHandler(SessionOperations.imageBytes) { request, _ in try await self.piece(request) },
            RequestHandler(name: "ack", request: UploadWork.ack, reply: UploadWork.ackReply) { body, _ in
                try await self.take(body)
            },
        ]
        let server = try RequestServer(
            client,
            handlers: handlers,
            extra: UploadWork.ack.descriptor.servedLeaves,
            logger: Logger(label: "owner") { _ in SwiftLogNoOpLogHandler() }
        )
        let pulls = try await client.subscribe(to: [UploadWork.pull.descriptor], hub: "site")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { for await message in pulls { await self.pulled(message) } }
            while try await group.next() != nil {}
        }
    }

    func offer(_ items: [UploadGrant.Item]) { waiting += items }
    func offer(_ image: UploadGrant.Image, _ bytes: [UInt8]) {
        waitingImages.append(image)
        files[image.imageID] = bytes
    }
    func ask(_ checks: [UploadGrant.Check]) { questions += checks }
    /// Receives the next answers without replying.
    func goDeaf(for answers: Int) { deafFor = answers }
    /// Refuses to store the next answers, and replies with an error.
    func refuse(_ answers: Int) { refusesFor = answers }
    /// Makes grants with the id of a demand that was never sent.
    func forgetPulls() { knowsPulls = false }
    /// Sends every grant twice, as a broker may.
    func sendTwice() { copies = 2 }
    /// Grants returned records again under the next fence, as the real owner does, and counts only the sent ones.
    ///
    /// This owner grants as much as each demand asks for, even for demands sent before the last grant arrived; the
    /// uploader returns the surplus.
    func grantAgain() { grantsAgain = true }
    func lease(seconds: Int) { leaseSeconds = seconds }
    /// Sets the destination's user for all sessions.
    func serve(_ person: String) { user = person }

    var answers: [UploadAck.Outcome] { outcomes }
    var demands: [Int] { frees }
    /// The destinations in each demand.
    var destinations: [[String]] { named }

    /// The first outcomes of this many grants, without repeats.
    func settled(_ count: Int) async throws -> [UploadAck.Outcome] {
        var first: [UploadAck.Outcome] = []
        try await eventually("answers for \(count) records") {
            var seen: Set<String> = []
            first = outcomes.filter { seen.insert("\($0.logID) \($0.fence)").inserted }
            return first.count >= count
        }
        return first
    }

    /// The first answers to this many questions about credentials, without repeats.
    func checked(_ count: Int) async throws -> [UploadAck.Checked] {
        var first: [UploadAck.Checked] = []
        try await eventually("answers for \(count) sessions") {
            var seen: Set<String> = []
            first = checks.filter { seen.insert($0.checkID).inserted }
            return first.count >= count
        }
        return first
    }

    private func piece(_ request: ImageBytesRequest) throws -> ImageBytes {
        guard let file = files[request.imageID] else { throw BusError(.notFound, message: "gone") }
        return ImageBytes(data: Data(file.dropFirst(request.offset).prefix(40_000)).base64EncodedString())
    }

    private func take(_ ack: UploadAck) async throws -> UploadConfirmed {
        if refusesFor > 0 {
            refusesFor -= 1
            throw BusError(.busy, message: "too much at a time", isRetriable: true)
        }
        outcomes += grantsAgain ? ack.outcomes.filter { !takeBack($0) } : ack.outcomes
        checks += ack.checks ?? []
        if deafFor > 0 {
            deafFor -= 1
            // Longer than the uploader waits, so the reply is lost.
            try await Task.sleep(for: .milliseconds(500))
            throw BusError(.busy, message: "deaf")
        }
        return UploadConfirmed(confirmed: ack.outcomes.map { .init(logID: $0.logID, fence: $0.fence) })
    }

    /// Puts a returned record into the queue; a repeated answer changes nothing.
    private func takeBack(_ outcome: UploadAck.Outcome) -> Bool {
        guard outcome.result == "release" else { return false }
        if let item = granted["\(outcome.logID)"], item.fence == outcome.fence {
            granted["\(outcome.logID)"] = nil
            waiting.append(Samples.item(item.record, fence: item.fence + 1, api: item.apiVersion.rawValue))
        }
        return true
    }

    private func pulled(_ message: BusMessage) async {
        guard let pull = try? Envelope<WorkPull>.decode(message.payload).data else { return }
        frees.append(pull.free)
        named.append((pull.apis ?? []).map(\.rawValue))
        let items = Array(waiting.prefix(pull.free))
        let images = waitingImages
        waitingImages = []
        guard !items.isEmpty || !questions.isEmpty || !images.isEmpty else { return }
        waiting.removeFirst(items.count)
        for item in items { granted["\(item.record.logID)"] = item }
        let id = knowsPulls ? pull.pullID : "nobody-sent-this"
        let grant = UploadGrant(
            worker: pull.worker,
            pullID: id,
            leaseSeconds: leaseSeconds,
            items: items,
            checks: questions,
            images: images
        )
        questions = []
        for _ in 0..<copies {
            _ = try? await client.publish(UploadWork.grant, values: ["worker": pull.worker], data: grant)
        }
    }
}
