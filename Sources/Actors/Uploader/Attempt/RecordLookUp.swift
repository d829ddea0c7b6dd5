internal import Curl
internal import DeliveryRules
internal import FoundationEssentials

/// Asks a destination's list whether it has a record.
struct RecordLookUp: Sendable {
    /// The most pages of a destination's list that are read for one record.
    private static let pageLimit = 20

    let http: HTTPSender
    let clock: any BootClock
    let now: @Sendable () -> Date
    let tell: @Sendable (AttemptEvent) async -> Void

    /// Asks the destination's list for the record, page by page.
    func find(_ delivery: RecordDelivery) async throws -> (LookupResult, retryAfter: Duration?) {
        var offset = 0
        for _ in 0..<Self.pageLimit {
            guard http.fits(delivery.held, now: clock.now) else {
                return (.unanswered("the lease is too short for it"), nil)
            }
            let request = try delivery.destination.lookup(
                delivery.record,
                isDeletion: delivery.plan.isDeletion,
                offset: offset,
                with: delivery.access
            )
            await tell(.looksUp)
            do throws(CurlError) {
                let reply = try await http.send(
                    request.named(delivery),
                    to: delivery.destination,
                    mayReuseConnection: true
                ).reply
                let result = delivery.destination.found(reply, record: delivery.record, offset: offset)
                guard case .more(let next) = result, next > offset else {
                    return (result, reply.retryAfter.flatMap { RetryAfter.parse($0, now: now()) })
                }
                offset = next
            } catch {
                return (.unanswered(error.message), nil)
            }
        }
        return (.more(offset: offset), nil)
    }
}
