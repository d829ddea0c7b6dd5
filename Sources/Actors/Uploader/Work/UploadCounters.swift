/// An uploader's counts since its start, for its health.
package struct UploadCounters: Sendable, Hashable {
    /// Requests that wrote a record.
    package var posted: Int64 = 0
    /// Requests among them that wrote several.
    package var postedTogether: Int64 = 0
    /// Requests that wrote an image.
    package var images: Int64 = 0
    /// Records and images that the destination has.
    package var accepted: Int64 = 0
    /// Requests for records that were possibly sent before.
    package var resent: Int64 = 0
    /// Those of them that the destination may have doubled.
    package var resentBlind: Int64 = 0
    /// Look-ups asked.
    package var lookups: Int64 = 0
    /// Grants of records that the ledger already had as delivered.
    package var answeredByLedger: Int64 = 0
    /// Records that a look-up found, so that they were not sent again.
    package var foundByLookup: Int64 = 0
    /// Records refused for good.
    package var rejected: Int64 = 0
    /// Records to be sent again later.
    package var retried: Int64 = 0
    /// Records given back unasked.
    package var released: Int64 = 0
    /// Records whose session's credentials were refused.
    package var unauthorized: Int64 = 0
    /// Records kept because the destination is at fault.
    package var paused: Int64 = 0
    /// Measurements that the destination has no place for.
    package var measurementsLeftOut: Int64 = 0
    /// Demands sent.
    package var pulls: Int64 = 0
    /// Answers to the owner that had to be repeated.
    package var acksRepeated: Int64 = 0

    /// Counts nothing yet.
    package init() {}

    /// Counts a result.
    mutating func count(_ result: UploadOutcome.Result) {
        switch result {
        case .done: accepted += 1
        case .failed: rejected += 1
        case .retry: retried += 1
        case .release: released += 1
        case .unauthorized: unauthorized += 1
        case .paused: paused += 1
        }
    }

    /// The counts by name.
    package var byName: [String: Int64] {
        [
            "posted": posted, "postedTogether": postedTogether, "images": images, "accepted": accepted,
            "answeredByLedger": answeredByLedger, "resent": resent, "resentBlind": resentBlind, "lookups": lookups,
            "foundByLookup": foundByLookup, "rejected": rejected, "retried": retried, "released": released,
            "unauthorized": unauthorized, "paused": paused, "measurementsLeftOut": measurementsLeftOut, "pulls": pulls,
            "acksRepeated": acksRepeated,
        ]
    }
}
