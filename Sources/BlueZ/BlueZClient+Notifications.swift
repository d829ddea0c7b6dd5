internal import DBus

extension BlueZClient {
    /// Subscribes to a characteristic.
    ///
    /// Its values are collected before the device is asked to send, so the first is there.
    ///
    /// When the consumer is slower than the device and `bufferLimit` values wait, a gap says how many are missing. The
    /// stream ends with ``NotificationEvent/ended(_:)`` when the link does. The subscription ends with the stream's last
    /// copy, also at BlueZ, which would otherwise renew it on the next link.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` when this process is subscribed already, `notPaired` when the device
    ///   wants a pairing first.
    public func notifications(
        of characteristic: GATTCharacteristic,
        bufferLimit: Int = 4096
    ) async throws -> BlueZStream<NotificationEvent> {
        let path = characteristic.path
        guard sinks[path]?.token == nil else {
            throw BlueZError(.inProgress, "The characteristic is subscribed already; end that subscription first.")
        }
        guard cache.device(at: characteristic.device)?.isConnected == true else {
            throw BlueZError(.notConnected, "There is no link to the device.")
        }
        let mailbox = Mailbox<NotificationEvent>(limit: bufferLimit) { .gap(dropped: $0) }
        let id = nextID()
        let token = StreamToken(mailbox: mailbox) { [weak self] in
            // A deinitializer cannot wait, so the end of the subscription runs by itself.
            Task { await self?.endSubscription(path, id) }
        }
        sinks[path] = NotificationSink(id: id, characteristic: characteristic, mailbox: mailbox, token: token)
        do {
            _ = try await operate(characteristic, BlueZName.Characteristic.startNotify, [])
        } catch {
            if sinks[path]?.id == id { sinks[path] = nil }
            throw error
        }
        return BlueZStream(token: token)
    }

    /// Ends a subscription at BlueZ too, whether or not it came into being.
    ///
    /// A later one of the same path is not touched.
    private func endSubscription(_ path: DBusObjectPath, _ id: Int) async {
        if let sink = sinks[path] {
            guard sink.id == id else { return }
            sinks[path] = nil
        }
        guard cache.objects[path] != nil else { return }
        _ = try? await call(path, BlueZName.Characteristic.interface, BlueZName.Characteristic.stopNotify)
    }

    func endNotifications(with error: BlueZError, where isMeant: (GATTCharacteristic) -> Bool) {
        for (path, sink) in sinks where isMeant(sink.characteristic) {
            sink.mailbox.pushAlways(.ended(error))
            sink.mailbox.finish()
            sinks[path] = nil
        }
    }

    func markNotificationGaps(dropped: Int) {
        for sink in sinks.values { sink.mailbox.pushAlways(.gap(dropped: dropped)) }
    }
}
