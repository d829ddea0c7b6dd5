internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import StoreEngine
internal import VitalRecords

extension UploadAttempt {
    /// Tells what came of a record as soon as that is known; nil where the ledger answers for it later.
    typealias Report = (HeldItem, UploadOutcome?) async -> Void

    /// A record that is about to go with others.
    private struct Member {
        let held: HeldItem
        let item: UploadGrant.Item
        let part: ManyPart
    }

    /// Delivers records of one group in as few requests as may be, and says what is left to do.
    ///
    /// Never throws: everything is an outcome.
    func deliverTogether(_ group: [HeldItem], _ report: Report) async -> TogetherLeft {
        var left = TogetherLeft()
        guard let api = group.first?.record?.apiVersion.rawValue, let sessionID = group.first?.record?.sessionID,
            let destination = destinations[api], let limits = destination.many
        else {
            left.alone = group.map { TogetherLeft.Alone(held: $0) }
            return left
        }
        let access: SessionCredentials
        do {
            access = try await credentials.credentials(sessionID)
        } catch {
            for held in group { await report(held, outcome(held, Self.result(of: error), requests: 0)) }
            return left
        }
        let members = await members(of: group, destination, &left, report)
        let byID = Dictionary(members.map { ($0.part.record.logID, $0) }) { first, _ in first }
        for chunk in limits.chunks(members.map(\.part)) {
            await send(chunk.compactMap { byID[$0.record.logID] }, to: destination, access, &left, report)
        }
        return left
    }

    /// Those that may go together; the others go by themselves, and what fails here is told.
    private func members(
        of group: [HeldItem],
        _ destination: any Destination,
        _ left: inout TogetherLeft,
        _ report: Report
    ) async -> [Member] {
        var members: [Member] = []
        for held in group {
            do {
                // The own ledger may know of an attempt that the owner does not.
                if let item = held.record, let known = try await ledgersWord(item, held) {
                    await report(held, known)
                    continue
                }
                guard let item = held.record, fits(held), try await plan(item, destination.repeats).isFirst,
                    // Absent is nil: what cannot go together goes by itself.
                    let part = try? destination.part(item.record)
                else {
                    left.alone.append(TogetherLeft.Alone(held: held))
                    continue
                }
                members.append(Member(held: held, item: item, part: part))
            } catch {
                if error is StoreError { await tell(.ledgerFailed) }
                await report(held, outcome(held, Self.result(of: error), requests: 0))
            }
        }
        return members
    }

    /// Commits the attempts, then sends one request, then commits what came of each.
    private func send(
        _ chosen: [Member],
        to destination: any Destination,
        _ access: SessionCredentials,
        _ left: inout TogetherLeft,
        _ report: Report
    ) async {
        guard chosen.count > 1 else {
            left.alone += chosen.map { TogetherLeft.Alone(held: $0.held) }
            return
        }
        let begun = await begin(chosen, report)
        // Absent is nil: what cannot go together goes by itself.
        guard begun.count > 1, let request = try? destination.createMany(begun.map(\.part), access) else {
            left.alone += begun.map { TogetherLeft.Alone(held: $0.held, hasBegun: true) }
            return
        }
        await tell(.postsMany(leftOut: request.leftOut))
        let (began, verdicts, requests) = await exchange(request, begun, destination, access)
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
            var outcome = outcome(member.held, told.result, possiblySent: told.possiblySent, requests: requests)
            outcome.over = RequestSpan(sent: began, timeout: http.timeout).end
            return (held: member.held, outcome: outcome)
        }
        for (held, outcome) in await noted(outcomes) {
            if outcome.possiblySent, destination.repeats.outwaitsDoubt {
                left.doubtful.append((held, outcome))
                left.sent = began
            } else {
                await report(held, outcome)
            }
        }
    }

    /// What is known of each record after a request; none of a record that its answer does not speak of.
    private typealias Verdicts = [LogID: (result: UploadOutcome.Result, possiblySent: Bool)]

    /// Sends a request: when it left, what it says, nil where each record is to go by itself, and how many were sent.
    private func exchange(
        _ request: DestinationRequest,
        _ members: [Member],
        _ destination: any Destination,
        _ access: SessionCredentials
    ) async -> (began: BootInstant, Verdicts?, requests: Int) {
        let sender = HTTPSender(curl: http.curl, timeout: http.timeout)
        let began = clock.now
        do throws(CurlError) {
            let sent = try await sender.send(request, mayReuseConnection: destination.repeats.toleratesRepeats)
            return (began, await judge(sent, members, destination, access), sender.sent.count)
        } catch {
            let verdict = Self.verdict(error, began)
            let one = (result: verdict.result, possiblySent: verdict.possiblySent)
            let same = members.map { ($0.part.record.logID, one) }
            return (began, Dictionary(same) { first, _ in first }, sender.sent.count)
        }
    }

    /// What an answer means for each record; nil where all of them are to go by themselves.
    private func judge(
        _ sent: HTTPSender.Sent,
        _ members: [Member],
        _ destination: any Destination,
        _ access: SessionCredentials
    ) async -> Verdicts? {
        let answers: [LogID: DestinationAnswer]
        switch destination.answer(sent.reply, toMany: members.map(\.part.record)) {
        case .each(let each): answers = each
        case .whole(let whole):
            // One bad record must not cost the others: each is asked about by itself.
            if case .rejected = AnswerTable.classify(whole, now: now()) { return nil }
            answers = Dictionary(members.map { ($0.part.record.logID, whole) }) { first, _ in first }
        }
        var isRefused = false
        let verdicts = answers.mapValues { answer in
            var answer = answer
            answer.apiMessage = answer.apiMessage.map(access.redacted)
            let meaning = AnswerTable.classify(answer, now: now())
            if case .sessionUnauthorized = meaning { isRefused = true }
            let mayHaveArrived = meaning.mayHaveArrived(status: answer.status, wasSentOnce: sent.wasSentOnce)
            return (result: UploadOutcome.Result(meaning), possiblySent: mayHaveArrived)
        }
        if isRefused, let sessionID = members.first?.item.sessionID { await credentials.drop(sessionID) }
        return verdicts
    }

    /// Commits that the attempts start, in one go.
    ///
    /// - Returns: Those that may be sent now; the others are told.
    private func begin(_ chosen: [Member], _ report: Report) async -> [Member] {
        let results = await withTaskGroup(of: (Int, Result<Bool, any Error>).self) { group in
            for (index, member) in chosen.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await begin(member.item)))
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
            case .success(true)? where fits(member.held): begun.append(member)
            // The commit took time too.
            case .success(true)?: await report(member.held, await noted(outcome(member.held, .release, requests: 0)))
            case .success(false)?, nil: await report(member.held, nil)
            case .failure(let error)?:
                if error is StoreError { await tell(.ledgerFailed) }
                await report(member.held, outcome(member.held, Self.result(of: error), requests: 0))
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
                group.addTask { (index, await noted(entry.outcome)) }
            }
            return await group.reduce(into: [Int: UploadOutcome]()) { $0[$1.0] = $1.1 }
        }
        return outcomes.enumerated().map { (held: $1.held, outcome: saved[$0] ?? $1.outcome) }
    }

    private func outcome(
        _ held: HeldItem,
        _ result: UploadOutcome.Result,
        possiblySent: Bool = false,
        requests: Int
    ) -> UploadOutcome {
        var outcome = outcome(held, result, possiblySent: possiblySent)
        outcome.requests = requests
        return outcome
    }

    private static let untold = UploadOutcome.Result.retry(
        after: nil,
        DeliveryError(
            code: "answerMissing",
            message: "the destination's answer to several records does not speak of this one"
        )
    )
}
