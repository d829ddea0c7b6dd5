internal import ActorRuntime

extension Settling {
    /// The default lag of lists.
    static let usual = (history: Duration.seconds(300), live: Duration.seconds(10))

    /// Reads the configuration; a list that is said to lag lags for live records, too.
    init(_ configuration: ActorConfiguration) throws {
        let lag = try configuration[\UploaderKeys.lookupSettle]
        self.init(
            history: lag ?? Self.usual.history,
            live: try configuration[\UploaderKeys.lookupSettleLive] ?? lag ?? Self.usual.live,
            timeout: try configuration[\UploaderKeys.requestTimeout]
        )
    }
}
