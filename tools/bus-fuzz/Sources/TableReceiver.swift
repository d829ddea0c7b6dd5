internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// What the live table makes of events, counts and times.
enum TableReceiver {
    /// The messages that it follows.
    static func add(to receivers: inout Receivers) {
        receivers.on(ReaderTopics.passiveDidRead) { event in
            show(.read(event))
            try event.records.forEach(ReadingReceiver.take)
        }
        receivers.on(ReaderTopics.passiveDidFail) { show(.readFailed($0)) }
        receivers.on(SessionEvents.recordSubmitted) { event in
            show(.submitted(event))
            ReadingReceiver.take(event.record)
        }
        receivers.on(SessionEvents.submissionFailed) { show(.failed($0)) }
        receivers.on(SessionEvents.submissionRetrying) { show(.retrying($0)) }
        receivers.on(SessionEvents.readingHeld) { show(.held($0)) }
        receivers.on(SessionEvents.queueState) { show(.queue($0)) }
        receivers.on(SessionEvents.sessionState) { show(.session($0)) }
        receivers.on(SessionEvents.sessionStarted) { show(.sessionStarted($0)) }
        receivers.on(SessionEvents.sessionEnded) { show(.sessionEnded($0)) }
        receivers.on(HealthTopics.importProgress) { show(.importing($0)) }
        receivers.on(HealthTopics.importCompleted) { show(.importing($0)) }
        receivers.on(ReaderTopics.passiveState) { show(.passive($0)) }
        receivers.on(ScannerTopics.adapterState) { show(.adapter($0)) }
    }

    private static func show(_ event: LiveEvent) {
        var table = LiveTable(LiveHub(site: "s", hub: "room-1", seats: ["bed-a"]), zone: .gmt)
        _ = table.apply(event, at: ReadingReceiver.now)
        _ = table.apply(event, at: .distantPast)
        _ = table.render(LiveTable.Look(), now: ReadingReceiver.now)
    }
}
