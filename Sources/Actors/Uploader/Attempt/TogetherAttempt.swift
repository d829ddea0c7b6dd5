internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import StoreEngine
internal import VitalRecords

/// The remaining steps for records that were sent together, or were going to be.
struct TogetherLeft: Sendable {
    /// A record that needs a request for itself.
    struct Alone: Sendable {
        let held: HeldItem
        /// Whether the ledger has its attempt: the common request was refused, and nothing of it arrived.
        var hasBegun = false
        /// The requests already sent for it.
        var requests = 0
    }

    /// The records to send one by one now.
    var alone: [Alone] = []
}

/// Delivers records of one group in as few requests as may be; each has its own attempt in the ledger.
struct TogetherAttempt: Sendable {
    /// Reports a record's result as soon as it is known; nil if the ledger answers for it later.
    typealias Report = (HeldItem, UploadOutcome?) async -> Void

    /// The delivery of one record: its place in the ledger, its plan and its content.
    let single: UploadAttempt

    /// A record that is about to go with others.
    private struct Member {
        let held: HeldItem
        let item: UploadGrant.Item
        let part: ManyPart
    }

    /// Delivers records of one group in as few requests as possible, and returns what is left to do.
    ///
    /// Never throws: everything is an outcome.
    func deliver(_ group: [HeldItem], report: Report) async -> TogetherLeft {
        var left = TogetherLeft()
        guard let api = group.first?.record?.apiVersion.rawValue, let sessionID = group.first?.record?.sessionID,
            let destination = single.destinations[api], let limits = destination.many
        else {
            left.alone = group.map { TogetherLeft.Alone(held: $0) }
            return left
        }
        let access: SessionCredentials
        do {
            access = try await single.credentials.credentials(sessionID)
        } catch {
            for held in group { await report(held, outcome(held, result: .beforeSending(error), requests: 0)) }
            return left
        }
        let members = await members(of: group, destination: destination, left: &left, report: report)
        let byID = Dictionary(members.map { ($0.part.record.logID, $0) }) { first, _ in first }
        for chunk in limits.chunks(members.map(\.part)) {
            let chosen = chunk.compactMap { byID[$0.record.logID] }
            await send(chosen, to: destination, access: access, left: &left, report: report)
        }
        return left
    }

    /// The records that may be sent together; the others are sent alone, and failures are reported here.
    private func members(
        of group: [HeldItem],
        destination: any Destination,
        left: inout TogetherLeft,
        report: Report
    ) async -> [Member] {
        var members: [Member] = []
        for held in group {
            do {
                // The own ledger may know of an attempt that the owner does not.
                if let item = held.record, let known = try await single.ledgersWord(item, held: held) {
                    await report(held, known)
                    continue
                }
                guard let item = held.record, single.fits(held),
                    try await single.plan(item, for: destination).isFirst,
                    // Absent is nil: what cannot go together goes by itself.
                    let part = try? destination.part(item.record)
                else {
                    left.alone.append(TogetherLeft.Alone(held: held))
                    continue
                }
                members.append(Member(held: held, item: item, part: part))
            } catch {
                if error is StoreError { await single.tell(.ledgerFailed) }
                await report(held, outcome(held, result: .beforeSending(error), requests: 0))
            }
        }
        return members
    }

    /// Commits the attempts, then sends one request, then commits the outcome of each.
    private func send(
        _ chosen: [Member],
        to destination: any Destination,
        access: SessionCredentials,
        left: inout TogetherLeft,
        report: Report
    ) async {
        guard chosen.count > 1 else {
            left.alone += chosen.map { TogetherLeft.Alone(held: $0.held) }
            return
        }
        let begun = await begin(chosen, report: report)
        // Absent is nil: what cannot go together goes by itself.
        guard begun.count > 1, let request = try? destination.createMany(begun.map(\.part), with: access) else {
            left.alone += begun.map { TogetherLeft.Alone(held: $0.held, hasBegun: true) }
            return
        }
        await single.tell(.postsMany(leftOut: request.leftOut))
        let (began, verdicts, requests) = await exchange(request, for: begun, destination: destination, access: access)
        // The request is one for all of them: it is charged to the first.
        let charged = begun.enumerated().map { (member: $1, requests: $0 == 0 ? requests : 0) }
        guard let verdicts else {
            left.alone += charged.map {
                TogetherLeft.Alone(held: $0.member.held, hasBegun: true, requests: $0.requests)
            }
            return
        }
        let outcomes = charged.map { member, requests in
            let told = verdicts[member.part.record.logID] ?? (result: Self.untold, possiblySent: true)
            let result = told.possiblySent ? told.result.looked(up: destination.repeats) : told.result
            var outcome = outcome(member.held, result: result, possiblySent: told.possiblySent, requests: requests)
            outcome.over = RequestSpan(sent: began, timeout: single.http.timeout).end
            return (held: member.held, outcome: outcome)
        }
        for (held, outcome) in await noted(outcomes) { await report(held, outcome) }
    }

    /// The result of each record after a request; none for a record that its answer does not mention.
    private typealias Verdicts = [LogID: (result: UploadOutcome.Result, possiblySent: Bool)]

    /// Sends a request; returns when it left, its answer (nil if each record is to be sent alone), and the number sent.
    private func exchange(
        _ request: DestinationRequest,
        for members: [Member],
        destination: any Destination,
        access: SessionCredentials
    ) async -> (began: BootInstant, Verdicts?, requests: Int) {
        let sender = HTTPSender(transports: single.http.transports, timeout: single.http.timeout)
        let began = single.clock.now
        do throws(CurlError) {
            let sent = try await sender.send(
                request,
                to: destination,
                mayReuseConnection: destination.repeats.toleratesRepeats
            )
            return (began, await judge(sent, for: members, destination: destination, access: access), sender.sent.count)
        } catch {
            let verdict = RequestVerdict(error, sent: began)
            let one = (result: verdict.result, possiblySent: verdict.possiblySent)
            let same = members.map { ($0.part.record.logID, one) }
            return (began, Dictionary(same) { first, _ in first }, sender.sent.count)
        }
    }

    /// What an answer means for each record; nil to send all of them one by one.
    private func judge(
        _ sent: HTTPSender.Sent,
        for members: [Member],
        destination: any Destination,
        access: SessionCredentials
    ) async -> Verdicts? {
        let answers: [LogID: DestinationAnswer]
        switch destination.answer(sent.reply, toMany: members.map(\.part.record)) {
        case .each(let each): answers = each
        case .whole(let whole):
            // One bad record must not cost the others: look each one up separately.
            if case .rejected = AnswerTable.classify(whole, now: single.now()) { return nil }
            answers = Dictionary(members.map { ($0.part.record.logID, whole) }) { first, _ in first }
        }
        var isRefused = false
        let verdicts = answers.mapValues { answer in
            var answer = answer
            answer.apiMessage = answer.apiMessage.map(access.redacted)
            let meaning = AnswerTable.classify(answer, now: single.now())
            if case .sessionUnauthorized = meaning { isRefused = true }
            let mayHaveArrived = sent.mayHaveArrived(meaning, status: answer.status, at: destination)
            return (result: UploadOutcome.Result(meaning), possiblySent: mayHaveArrived)
        }
        if isRefused, let sessionID = members.first?.item.sessionID { await single.credentials.drop(sessionID) }
        return verdicts
    }

    /// Commits that the attempts start, in one go.
    ///
    /// - Returns: The records that may be sent now; the others are reported.
    private func begin(_ chosen: [Member], report: Report) async -> [Member] {
        let results = await withTaskGroup(of: (Int, Result<Bool, any Error>).self) { group in
            for (index, member) in chosen.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await single.begin(member.item)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [Int: Result<Bool, any Error>]()) { $0[$1.0] = $1.1 }
        }
        var begun: [Member] = []
        for (index, member) in chosen.enumerated() {
            switch results[index] {
            case .success(true)? where single.fits(member.held): begun.append(member)
            // The commit took time too.
            case .success(true)?:
                await report(member.held, await single.noted(outcome(member.held, result: .release, requests: 0)))
            case .success(false)?, nil: await report(member.held, nil)
            case .failure(let error)?:
                if error is StoreError { await single.tell(.ledgerFailed) }
                await report(member.held, outcome(member.held, result: .beforeSending(error), requests: 0))
            }
        }
        return begun
    }

    /// Commits outcomes in one go.
    private func noted(_ outcomes: [(held: HeldItem, outcome: UploadOutcome)]) async -> [(
        held: HeldItem, outcome: UploadOutcome
    )] {
        let saved = await withTaskGroup(of: (Int, UploadOutcome).self) { group in
            for (index, entry) in outcomes.enumerated() {
                group.addTask { (index, await single.noted(entry.outcome)) }
            }
            return await group.reduce(into: [Int: UploadOutcome]()) { $0[$1.0] = $1.1 }
        }
        return outcomes.enumerated().map { (held: $1.held, outcome: saved[$0] ?? $1.outcome) }
    }

    private func outcome(
        _ held: HeldItem,
        result: UploadOutcome.Result,
        possiblySent: Bool = false,
        requests: Int
    ) -> UploadOutcome {
        var outcome = single.outcome(held, result: result, possiblySent: possiblySent)
        outcome.requests = requests
        return outcome
    }

    private static let untold = UploadOutcome.Result.retry(
        after: nil,
        DeliveryError(
            code: "answerMissing",
            message: "the destination's answer to several records does not mention this one"
        )
    )
}
