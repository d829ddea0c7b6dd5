internal import DeliveryRules
internal import VitalRecords

extension Destination {
    /// What an answer to a look-up is that is no list.
    func noList(_ reply: DestinationReply, _ record: VitalRecord) -> LookupResult {
        var answer = answer(reply, to: record)
        // A success without a list is not this API's, whatever else it has.
        if (200...299).contains(reply.status), answer.body == .api { answer.body = .foreign }
        return .refused(answer)
    }
}
