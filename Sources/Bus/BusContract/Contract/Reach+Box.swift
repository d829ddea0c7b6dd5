internal import MessageBus
internal import VitalRecords

extension Reach {
    /// What the command line of a joined hub's box may ask for: its own hub and that hub's seats.
    ///
    /// Anyone who steals a box has its account. The server's command line and people's accounts reach the whole site.
    static let box: [ReachRule] = boxSeats + boxReadings + boxDevices + boxRecords + boxLists

    private static let boxSeats: [ReachRule] = [
        rule(SessionOperations.startSession, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.endSession, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.session, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.retrySession, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.eraseSeat, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.setSeatLimits, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.setSubscriptions, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.subscriptions, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.recordHistory, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.setLogging, of: .vitalbus, at: "enabled", is: .siteOnly) { _ in [.everything] },
    ]

    private static let boxReadings: [ReachRule] = [
        rule(SessionOperations.submitRecords, of: .vitalbus, at: "records[].hub", is: .boxOwn) { body in
            body.records.map { .hub($0.hub.rawValue) }
        },
        // Without a seat, the device's assignment decides whose the reading is.
        rule(SessionOperations.submitRecords, of: .vitalbus, at: "records[].seat", is: .boxOwn) { body in
            body.records.map { .seat($0.seat?.rawValue) }
        },
        rule(SessionOperations.expectReadings, of: .vitalbus, at: "hub", is: .boxOwn) { [.hub($0.hub)] },
        rule(SessionOperations.expectReadings, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.confirmReading, of: .vitalbus, at: "readingKey", is: .boxOwn) {
            [.reading($0.readingKey)]
        },
        rule(SessionOperations.confirmReading, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.discardReading, of: .vitalbus, at: "readingKey", is: .boxOwn) {
            [.reading($0.readingKey)]
        },
        rule(SessionOperations.heldPicture, of: .vitalbus, at: "readingKey", is: .boxOwn) { [.reading($0.readingKey)] },
        rule(SessionOperations.putHeldPicture, of: .vitalbus, at: "readingKey", is: .boxOwn) {
            [.reading($0.readingKey)]
        },
        rule(SessionOperations.heldPicturePart, of: .vitalbus, at: "readingKey", is: .boxOwn) {
            [.reading($0.readingKey)]
        },
    ]

    private static let boxDevices: [ReachRule] = [
        rule(SessionOperations.assignDevice, of: .vitalbus, at: "seat", is: .boxOwn) { [.seat($0.seat)] },
        rule(SessionOperations.assignDevice, of: .vitalbus, at: "device", is: .boxOwn) {
            [.device($0.device, seat: $0.seat)]
        },
        rule(SessionOperations.unassignDevice, of: .vitalbus, at: "device", is: .boxOwn) { [.assigned($0.device)] },
    ]

    private static let boxRecords: [ReachRule] = [
        rule(SessionOperations.updateRecord, of: .vitalbus, at: "logID", is: .boxOwn) { [.record($0.logID)] },
        rule(SessionOperations.deleteRecord, of: .vitalbus, at: "logID", is: .boxOwn) { [.record($0.logID)] },
        rule(SessionOperations.putImage, of: .vitalbus, at: "logID", is: .boxOwn) { [.record($0.logID)] },
        rule(SessionOperations.imagePart, of: .vitalbus, at: "logID", is: .boxOwn) { [.record($0.logID)] },
        rule(SessionOperations.retryRecords, of: .vitalbus, at: "logID", is: .boxOwn) { body in
            body.logID.map { [.record($0)] } ?? []
        },
        rule(SessionOperations.retryRecords, of: .vitalbus, at: "seat", is: .boxOwn) { body in
            body.logID != nil && body.seat == nil ? [] : [.seat(body.seat)]
        },
    ]

    private static let boxLists: [ReachRule] =
        [
            SessionOperations.queuedRecords, SessionOperations.unsyncedRecords, SessionOperations.rejectedRecords,
        ].map { list in rule(list, of: .vitalbus, at: "seat", is: .boxListed) { [.seat($0.seat)] } }
        + [
            rule(SessionOperations.devices, of: .vitalbus, at: "seat", is: .boxListed) { [.seat($0.seat)] },
            rule(SessionOperations.heldReadings, of: .vitalbus, at: "seat", is: .boxListed) { [.seat($0.seat)] },
            rule(SessionOperations.sessions, of: .vitalbus, at: "seat", is: .boxListed) { [.seat($0.seat)] },
            rule(SessionOperations.seats, of: .vitalbus, at: "reply", is: .boxListed) { _ in [.seat(nil)] },
            rule(SessionOperations.notificationsSince, of: .vitalbus, at: "reply", is: .boxListed) { _ in
                [.seat(nil)]
            },
            rule(SessionOperations.processQueue, of: .vitalbus, at: "reply", is: .boxListed) { _ in [.seat(nil)] },
        ]
}
