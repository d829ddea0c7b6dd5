public import MessageBus

extension RequestClient {
    /// Says that a person is about to ask a hub to measure or pair for a seat; for a seat of the hub itself it changes nothing.
    ///
    /// Where the session manager does not answer, the hub is asked all the same: what it brings for another hub's seat is held then.
    public func expectReadings(for seat: String?, at hub: String) async {
        guard let seat else { return }
        do {
            _ = try await call(
                SessionOperations.expectReadings,
                hub: BusAddress.siteHub,
                body: ExpectReadings(hub: hub, seat: seat),
                timeout: .seconds(2)
            )
        } catch {}
    }
}
