internal import BusContract
internal import DeliveryRules

/// When a destination must show what an earlier request may have brought, and when it is asked until then.
///
/// A record that it shows is there. A record that it does not show is absent only if no earlier request can still arrive
/// and its list has had its time since then.
struct Settling: Sendable {
    /// How long a list may lag for history.
    let history: Duration
    /// How long a list may lag for live records.
    let live: Duration
    /// A request's whole timeout.
    let timeout: Duration

    /// When a destination is asked, from when the doubtful request left; then when it must show it.
    private static let looks: [Duration] = [.seconds(2), .seconds(10), .seconds(30)]

    /// For how long a request that leaves now may arrive.
    private var span: Duration { .milliseconds(RequestSpan(sent: .zero, timeout: timeout).end.milliseconds) }

    /// How long the destination may hide a record that it has stored; zero if absence from its list is proof.
    ///
    /// - Parameters:
    ///   - item: The granted item.
    ///   - isOwnDoubt: Whether only this ledger knows that it was possibly sent, without the time.
    ///   - showsAtOnce: Whether the destination shows accepted records at once.
    func left(_ item: UploadGrant.Item, isOwnDoubt: Bool, showsAtOnce: Bool) -> Duration {
        let lag = showsAtOnce ? .zero : item.isLive == false ? history : live
        if isOwnDoubt { return span + lag }
        // An older owner does not send how long a request may still arrive.
        let isOlder = item.possiblySent && item.underWaySeconds == nil
        let underWay = isOlder ? span : Self.seconds(item.underWaySeconds)
        return isOlder
            ? max(.zero, underWay + lag - Self.seconds(item.sentAgoSeconds))
            : underWay + max(.zero, lag - Self.seconds(item.sentAgoSeconds))
    }

    /// After how long the destination is asked again, and after how long it must show a stored record.
    func next(_ item: UploadGrant.Item, isOwnDoubt: Bool, showsAtOnce: Bool) -> (wait: Duration, left: Duration) {
        let left = max(.seconds(1), left(item, isOwnDoubt: isOwnDoubt, showsAtOnce: showsAtOnce))
        let underWay = isOwnDoubt ? span : Self.seconds(item.underWaySeconds)
        let elapsed =
            underWay > .zero ? max(.zero, span - underWay) : span + Self.seconds(item.sentAgoSeconds)
        // Both sides round to seconds, so a look that has just been may seem a second away.
        let look = Self.looks.first { $0 > elapsed + .seconds(1) }
        return (look.map { min(left, max(.seconds(1), $0 - elapsed)) } ?? left, left)
    }

    private static func seconds(_ told: Int?) -> Duration { .seconds(max(0, told ?? 0)) }
}

extension UploadOutcome.Result {
    /// The same, with a pause of 2 s before the destination is asked for its records.
    func looked(up repeats: RepeatPolicy) -> Self {
        guard repeats.looksUp, case .retry(let after, let error) = self else { return self }
        return .retry(after: max(.seconds(2), after ?? .zero), error)
    }
}
