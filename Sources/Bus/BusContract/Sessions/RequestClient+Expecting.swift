public import MessageBus

extension RequestClient {
    /// Announces that a person will ask a hub to measure or pair for a seat; changes nothing for the hub's own seats.
    ///
    /// If the session manager does not answer, the hub is asked anyway; its readings for another hub's seat are then
    /// held.
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
