internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore

/// Has uploaders confirm sessions' credentials: of stored sessions, and of candidates whose callers wait.
actor CredentialAsker {
    let line: OwnerLine
    private let store: QueueStore
    private let backoff: Backoff
    /// The sessions whose credentials need confirmation.
    private var checks = ValidationBook()
    /// The sessions whose callers wait for an answer about the credentials, by id.
    var candidates: [String: CredentialCandidate] = [:]
    /// Whether the process stops: then no more questions go out.
    var isStopping = false
    /// Whether sessions have started or ended since the book was compared with the store.
    private var looksAtSessions = true

    init(_ line: OwnerLine, store: QueueStore, backoff: Backoff) {
        self.line = line
        self.store = store
        self.backoff = backoff
    }

    /// When the next question is due.
    var nextDue: BootInstant? { checks.nextDue }

    /// Sessions have started or ended: the next pass compares the book with the store again.
    func sessionsChanged() {
        looksAtSessions = true
        line.changed()
    }

    /// Asks workers the questions that are due; an unanswered question is asked again later.
    ///
    /// - Parameter demands: The demands of the workers that may be asked.
    func ask(_ demands: [PullBook.Demand]) async throws {
        if looksAtSessions || checks.isDue(now: line.clock.now) {
            looksAtSessions = false
            do {
                var open = try await store.sessions.unvalidated().map { (id: $0.id, api: $0.api) }
                let known = Set(open.map(\.id))
                open += candidates.values.filter { !known.contains($0.session.id) && !$0.isAnswered }
                    .map { (id: $0.session.id, api: $0.session.api) }
                checks.expect(open, now: line.clock.now)
            } catch {
                looksAtSessions = true
                throw error
            }
        }
        for demand in demands where checks.isDue(now: line.clock.now) {
            let questions = checks.ask(of: demand.apis, now: line.clock.now, newID: line.client.environment.newID)
            if !questions.isEmpty { await ask(questions, demand: demand) }
        }
    }

    private func ask(_ questions: [UploadGrant.Check], demand: PullBook.Demand) async {
        let data = UploadGrant(
            worker: demand.worker,
            pullID: demand.pullID,
            leaseSeconds: line.leaseSeconds,
            items: [],
            checks: questions
        )
        // Noted first: a quick worker's answer may arrive before the broker acknowledges the question.
        for question in questions { candidates[question.sessionID]?.asked.insert(question.checkID) }
        do {
            let receipt = try await line.client.publish(UploadWork.grant, values: ["worker": demand.worker], data: data)
            if receipt == .delivered { return }
        } catch {
            line.logger.warning("could not request a check of credentials", metadata: ["error": "\(error)"])
        }
        for question in questions { takeBack(question) }
    }

    /// Removes a question that reached no worker, so that its answer is no longer expected.
    private func takeBack(_ question: UploadGrant.Check) {
        checks.unasked(question, now: line.clock.now)
        candidates[question.sessionID]?.asked.remove(question.checkID)
    }

    /// Notes a worker's answer; true if it decides about a stored session that still awaits confirmation.
    func learn(_ answer: UploadAck.Checked) -> Bool {
        if let candidate = candidates[answer.sessionID], !candidate.isRunning {
            // Any other answer concerns credentials that were sent earlier under the same id.
            if candidate.asked.contains(answer.checkID) {
                candidates[answer.sessionID]?.isAnswered = true
                _ = checks.decided(answer.sessionID)
            } else {
                line.client.refusals.note(.check)
            }
            return false
        }
        guard checks.mayDecide(answer.sessionID, checkID: answer.checkID) else {
            line.client.refusals.note(.check)
            line.logger.warning("ignored an unrequested answer about credentials")
            return false
        }
        switch answer.result {
        case .valid, .refused: return checks.decided(answer.sessionID)
        default:
            checks.postpone(answer.sessionID, checkID: answer.checkID, now: line.clock.now) { [backoff] failures in
                backoff.delay(attempt: failures, random: .random(in: 0.5...1))
            }
            return false
        }
    }
}
