internal import DBus

extension BlueZClient {
    /// Subscribes to a characteristic.
    ///
    /// Its values are collected before the device is asked to send, so the first is there.
    ///
    /// When the consumer is slower than the device and `bufferLimit` values wait, a gap says how many are missing. The
    /// stream ends with ``NotificationEvent/ended(_:)`` when the link does. The subscription ends with the link or with the
    /// stream's last copy, also at BlueZ: it would renew it on the next link, and confirm to the device what nobody takes.
    ///
    /// A subscription that fails after values came gives a stream of them that ends with the error: bluetoothd has confirmed
    /// them to the device, and they are nowhere else.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` when this process is subscribed already, `notPaired` when the device
    ///   wants a pairing first.
    public func notifications(
        of characteristic: GATTCharacteristic,
        bufferLimit: Int = 4096
    ) async throws -> BlueZStream<NotificationEvent> {
        let path = characteristic.path
        // An earlier one's end must not end this one.
        await finishStops(of: characteristic.device)
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
            await catchUp()
            let reason = (error as? BlueZError) ?? BlueZError(.failed, "The subscription was cancelled.")
            endNotifications(with: reason) { $0.path == path && sinks[path]?.id == id }
            // Its end alone is no reason to give a stream.
            guard mailbox.waiting > 1 else { throw error }
        }
        return BlueZStream(token: token)
    }

    /// Ends a subscription whose stream nobody reads any more; a later one of the same path is not touched.
    private func endSubscription(_ path: DBusObjectPath, _ id: Int) {
        guard let sink = sinks[path], sink.id == id else { return }
        sinks[path] = nil
        stopNotify(path, sink.characteristic.device)
    }

    func endNotifications(with error: BlueZError, where isMeant: (GATTCharacteristic) -> Bool) {
        for (path, sink) in sinks where isMeant(sink.characteristic) {
            sink.mailbox.pushAlways(.ended(error))
            sink.mailbox.finish()
            sinks[path] = nil
            stopNotify(path, sink.characteristic.device)
        }
    }

    /// Ends a subscription at BlueZ, whether or not it came into being.
    private func stopNotify(_ path: DBusObjectPath, _ device: DBusObjectPath) {
        guard cache.objects[path] != nil else { return }
        let id = nextID()
        let task = Task {
            _ = try? await call(path, BlueZName.Characteristic.interface, BlueZName.Characteristic.stopNotify)
            stops[id] = nil
        }
        stops[id] = NotificationStop(device: device, task: task)
    }

    /// Waits until BlueZ has answered every end of a subscription to a device.
    func finishStops(of device: DBusObjectPath) async {
        for stop in stops.values where stop.device == device { await stop.task.value }
    }

    func markNotificationGaps(dropped: Int) {
        for sink in sinks.values { sink.mailbox.pushAlways(.gap(dropped: dropped)) }
    }
}
