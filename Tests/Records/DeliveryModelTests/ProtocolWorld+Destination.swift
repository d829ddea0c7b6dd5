import DeliveryRules

extension ProtocolWorld {
    /// A request reaches the destination, which handles it by its policy for repeats.
    mutating func arrive(_ number: Int64, _ fate: ProtocolStep.Fate, _ configuration: ModelConfiguration) {
        let grant = grants[index(number)]
        guard let wire = grant.wire else { return }
        grants[index(number)].wire?.hasArrived = true
        // Only where it matters; otherwise the number of states grows needlessly.
        if configuration.mayBeBusy, wire.hasArrived { grants[index(number)].wire?.wasRepeated = true }
        guard fate == .taken else {
            grants[index(number)].wire?.status = fate == .busy ? 503 : 422
            return
        }
        let repeats = configuration.repeats(of: grant.person)
        let status =
            repeats == .versions
            ? version(grant, deletes: wire.isDeletion)
            : wire.isDeletion ? delete(grant) : write(grant, isUpdate: wire.isUpdate, repeats)
        grants[index(number)].wire?.status = status
    }

    private mutating func write(_ grant: GrantCopy, isUpdate: Bool, _ repeats: RepeatPolicy) -> UInt16 {
        let person = Int(grant.person)
        let isThere = copies[person].creates > 0
        if isUpdate, !isThere { return 404 }
        if !isUpdate, isThere, repeats == .refuses { return 409 }
        let makesAnother = !isUpdate && repeats != .upsert
        if !isThere || makesAnother { copies[person].creates += 1 }
        copies[person].revision = grant.revision
        return 201
    }

    /// Any request adds a version of the one record; two versions of one revision count as two records, since only one
    /// was ever written.
    private mutating func version(_ grant: GrantCopy, deletes: Bool) -> UInt16 {
        let copy = copies[Int(grant.person)]
        let isAnother = copy.revision == grant.revision
        copies[Int(grant.person)] = Copy(creates: isAnother ? 2 : deletes ? 0 : 1, revision: grant.revision)
        return deletes ? 200 : 201
    }

    private mutating func delete(_ grant: GrantCopy) -> UInt16 {
        guard copies[Int(grant.person)].creates > 0 else { return 404 }
        copies[Int(grant.person)].creates -= 1
        return 200
    }

    /// A status with the body that the API sends; a 409 contains no id, so the list must be queried.
    static func reply(_ status: UInt16) -> DestinationAnswer {
        DestinationAnswer(
            status: Int(status),
            body: .api,
            serverID: status == 201 ? "s" : nil,
            conflictsWithSameLogID: status == 409
        )
    }
}
