import DeliveryRules
import Testing

struct AttemptPlanTests {
    private func plan(
        _ repeats: RepeatPolicy,
        revision: Int = 1,
        isUpdate: Bool = false,
        isDeletion: Bool = false,
        possiblySent: Bool = false,
        hasSettled: Bool = true,
        ledger: [AttemptLedgerEntry] = []
    ) -> AttemptPlan {
        AttemptPlan(
            repeats: repeats,
            revision: revision,
            fence: 3,
            isUpdate: isUpdate,
            isDeletion: isDeletion,
            possiblySent: possiblySent,
            hasSettled: hasSettled,
            ledger: ledger
        )
    }

    private func attempt(_ fence: Int64, revision: Int = 1, _ outcome: AttemptOutcome? = nil) -> AttemptLedgerEntry {
        AttemptLedgerEntry(
            logID: "a",
            revision: revision,
            fence: fence,
            state: outcome.map { .answered($0) } ?? .started
        )
    }

    @Test func ownLedgerRaisesADoubtThatTheOwnerDoesNotKnow() {
        #expect(plan(.lookup, ledger: [attempt(2)]).isInDoubt)
        #expect(!plan(.lookup, ledger: [attempt(3)]).isInDoubt, "this very grant's attempt")
        #expect(!plan(.lookup, ledger: [attempt(2, .done(serverID: nil))]).isInDoubt)
        #expect(!plan(.lookup, ledger: [attempt(2, .released(possiblySent: false))]).isInDoubt)
        #expect(plan(.lookup, revision: 2, ledger: [attempt(2)]).isInDoubt, "an earlier revision may be there")
        #expect(!plan(.lookup, revision: 2, isUpdate: true, ledger: [attempt(2)]).isInDoubt, "it surely is there")
    }

    @Test func onlyDoubtAsksAndOnlyWhereThereIsAList() {
        for repeats in RepeatPolicy.allCases {
            #expect(plan(repeats).first(canUpdate: false) == .create)
            let doubtful = plan(repeats, possiblySent: true).first(canUpdate: false)
            #expect(doubtful == (repeats == .lookup || repeats == .versions ? .lookUp : .create))
            #expect(plan(repeats, isUpdate: true).first(canUpdate: true) == .update(serverID: nil))
        }
    }

    @Test func whatIsFoundIsDoneOnlyForAFirstRevision() {
        let first = plan(.lookup, possiblySent: true)
        #expect(first.afterLookUp(.found(serverID: "s")) == .settleDone(serverID: "s"))
        #expect(first.afterLookUp(.absent) == .lookUp, "one list of several may lag")
        #expect(first.afterLookUp(.absent, isSecond: true) == .create)
        #expect(first.afterLookUp(.unanswered) == .settleLater)
        let second = plan(.lookup, revision: 2, possiblySent: true)
        #expect(second.afterLookUp(.found(serverID: "s")) == .update(serverID: "s"))
    }

    @Test func conflictIsOverwrittenOnlyWhereAnEarlierRevisionMayBeThere() {
        var conflict = DestinationAnswer(status: 409, body: .api, conflictsWithSameLogID: true)
        #expect(plan(.refuses).afterAnswer(conflict, wasUpdate: false) == .keepAnswer)
        let newer = plan(.refuses, revision: 2)
        #expect(newer.afterAnswer(conflict, wasUpdate: false) == .lookUp)
        #expect(newer.afterSecondLookUp(.found(serverID: "s"), answer: conflict) == .update(serverID: "s"))
        for repeats in RepeatPolicy.allCases {
            let asking = plan(repeats, revision: 2)
            // A list that fails, lags or belongs to another account proves nothing about a change.
            #expect(asking.afterSecondLookUp(.unanswered, answer: conflict) == .settleLater)
            #expect(asking.afterSecondLookUp(.absent, answer: conflict) == .settleLater)
            let absent = asking.afterSecondLookUp(.absent, answer: conflict, canOverwrite: true)
            #expect(absent == .update(serverID: nil))
        }
        #expect(newer.afterSecondLookUp(.notOffered, answer: conflict) == .update(serverID: nil))
        #expect(plan(.lookup, revision: 2).afterSecondLookUp(.notOffered, answer: conflict) == .settleLater)
        conflict.serverID = "s"
        #expect(newer.afterAnswer(conflict, wasUpdate: false) == .update(serverID: "s"))
        conflict.body = .foreign
        #expect(newer.afterAnswer(conflict, wasUpdate: false) == .keepAnswer)
    }

    @Test func whatIsGoneIsMadeAnewOnlyWhereThatCannotDoubleIt() {
        let gone = DestinationAnswer(status: 404, body: .api)
        #expect(plan(.upsert, isUpdate: true).afterAnswer(gone, wasUpdate: true) == .create)
        #expect(plan(.refuses, isUpdate: true).afterAnswer(gone, wasUpdate: true) == .create)
        #expect(plan(.blind, isUpdate: true).afterAnswer(gone, wasUpdate: true) == .keepAnswer)
        #expect(plan(.upsert).afterAnswer(gone, wasUpdate: false) == .keepAnswer)
        let asking = plan(.lookup, isUpdate: true)
        #expect(asking.afterAnswer(gone, wasUpdate: true) == .lookUp)
        #expect(asking.afterSecondLookUp(.absent, answer: gone) == .create)
        #expect(asking.afterSecondLookUp(.found(serverID: "s"), answer: gone) == .keepAnswer)
        #expect(asking.afterSecondLookUp(.unanswered, answer: gone) == .settleLater)
    }

    @Test func deletionNeedsTheServersIDAndFindsIt() {
        for repeats in RepeatPolicy.allCases {
            #expect(plan(repeats, isUpdate: true, isDeletion: true).first(canUpdate: true) == .delete(serverID: nil))
            let unknown = plan(repeats, isDeletion: true, possiblySent: true).first(canUpdate: false)
            #expect(unknown == (repeats == .blind ? .settleUndeletable : .lookUp))
        }
        let deletion = plan(.lookup, isDeletion: true, possiblySent: true)
        #expect(deletion.afterLookUp(.found(serverID: "s")) == .delete(serverID: "s"))
        #expect(deletion.afterLookUp(.absent, isSecond: true) == .settleDeleted)
        #expect(deletion.afterLookUp(.unanswered) == .settleLater)
    }

    @Test func deletionOfWhatIsGoneIsDoneOnlyWhereNoListSaysOtherwise() {
        let gone = DestinationAnswer(status: 404, body: .api)
        #expect(plan(.upsert, isDeletion: true).afterAnswer(gone, wasUpdate: true) == .keepAnswer)
        let asking = plan(.lookup, isDeletion: true)
        #expect(asking.afterAnswer(gone, wasUpdate: true) == .lookUp)
        #expect(asking.afterSecondLookUp(.absent, answer: gone, serverID: "s") == .settleDeleted)
        #expect(asking.afterSecondLookUp(.found(serverID: "t"), answer: gone, serverID: "s") == .delete(serverID: "t"))
        #expect(asking.afterSecondLookUp(.found(serverID: "s"), answer: gone, serverID: "s") == .settleUndeletable)
        #expect(asking.afterSecondLookUp(.unanswered, answer: gone, serverID: "s") == .settleLater)
    }

    /// For a server that keeps each request as a version: a revision that it already has is never sent again.
    @Test func noRevisionIsWrittenTwiceWhereEachRequestIsAVersion() {
        for (revision, isUpdate, isDeletion) in [
            (1, false, false), (2, true, false), (2, false, false), (3, true, true),
        ] {
            let written: AttemptPlan.Step =
                isDeletion ? .delete(serverID: nil) : revision > 1 ? .update(serverID: nil) : .create
            let sure = plan(.versions, revision: revision, isUpdate: isUpdate, isDeletion: isDeletion)
            #expect(sure.first(canUpdate: false) == written)
            #expect(sure.first(canUpdate: true) == written)
            for ledger in [[], [attempt(2, revision: revision)]] {
                let asking = plan(
                    .versions,
                    revision: revision,
                    isUpdate: isUpdate,
                    isDeletion: isDeletion,
                    possiblySent: ledger.isEmpty,
                    ledger: ledger
                )
                #expect(asking.first(canUpdate: true) == .lookUp)
                let done: AttemptPlan.Step = isDeletion ? .settleDeleted : .settleDone(serverID: "s")
                #expect(asking.afterLookUp(.found(serverID: "s")) == done)
                #expect(asking.afterLookUp(.absent) == .lookUp)
                #expect(asking.afterLookUp(.absent, isSecond: true) == written)
                #expect(asking.afterLookUp(.unanswered) == .settleLater)
                #expect(asking.afterLookUp(.notOffered) == .settleLater)
            }
            let gone = DestinationAnswer(status: 404, body: .api)
            #expect(sure.afterAnswer(gone, wasUpdate: true) == .keepAnswer)
        }
        let young = plan(.versions, revision: 2, isUpdate: true, possiblySent: true, hasSettled: false)
        #expect(young.afterLookUp(.absent, isSecond: true) == .settleLater)
        #expect(!RepeatPolicy.versions.toleratesRepeats)
    }

    @Test func aYoungListsSilenceIsNoWord() {
        let gone = DestinationAnswer(status: 404, body: .api)
        for isDeletion in [false, true] {
            let young = plan(.lookup, isUpdate: true, isDeletion: isDeletion, possiblySent: true, hasSettled: false)
            #expect(young.afterLookUp(.absent) == .settleLater)
            #expect(young.afterLookUp(.absent, isSecond: true) == .settleLater)
            #expect(young.afterSecondLookUp(.absent, answer: gone) == .settleLater)
        }
        let found = plan(.lookup, possiblySent: true, hasSettled: false).afterLookUp(.found(serverID: "s"))
        #expect(found == .settleDone(serverID: "s"), "what is there is there")
    }

    @Test func refusedLookUpSettlesWhereTheListDecides() {
        let paused = AnswerClass.destinationPaused(DeliveryError(code: "http200", message: ""))
        let conflict = DestinationAnswer(status: 409, body: .api, conflictsWithSameLogID: true)
        for refusal in [AnswerClass.sessionUnauthorized, paused] {
            #expect(plan(.lookup, possiblySent: true).afterLookUp(.refused(refusal)) == .settle(refusal))
            #expect(
                plan(.lookup, revision: 2).afterSecondLookUp(.refused(refusal), answer: conflict) == .settle(refusal)
            )
            #expect(
                plan(.refuses, revision: 2).afterSecondLookUp(.refused(refusal), answer: conflict) == .settleLater
            )
        }
    }

    @Test func restartMakesAStartedAttemptADoubt() {
        #expect(attempt(1).outcomeAfterRestart?.isPossiblySent == true)
        #expect(attempt(1, .done(serverID: nil)).outcomeAfterRestart == nil)
    }

    @Test func requestCanArriveUntilItsTimeoutIsOver() {
        let sent = BootInstant(milliseconds: 1_000)
        let span = RequestSpan(sent: sent, timeout: .seconds(15))
        #expect(sent + .seconds(15) < span.end, "clocks may run at different rates")
        #expect(sent + .milliseconds(15_500) >= span.end)
    }
}
