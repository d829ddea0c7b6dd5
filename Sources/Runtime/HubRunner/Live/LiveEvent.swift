public import BusContract
public import MessageBus
public import VitalRecords

/// An event for the live table.
public enum LiveEvent: Sendable {
    /// A reading is stored in its reader's outbox.
    case read(PeripheralDidRead)
    /// A device could not be read.
    case readFailed(PeripheralDidFail)
    /// Records are in the session manager's queue.
    case queued([VitalRecord])
    /// A record waits for another attempt.
    case retrying(SubmissionRetrying)
    /// The server accepted a record.
    case submitted(RecordSubmitted)
    /// The server refused a record.
    case failed(SubmissionFailed)
    /// A reading awaits an owner.
    case held(ReadingHeld)
    /// The present held readings; all of them, or only some of many.
    case heldNow([HeldPage.Entry], isWhole: Bool)
    /// The progress of an import of health data, or its end.
    case importing(ImportState)
    /// A session began.
    case sessionStarted(SessionStarted)
    /// A session ended.
    case sessionEnded(SessionEnded)
    /// A seat's present session.
    case session(SessionState)
    /// The devices that are read automatically.
    case passive(PassiveState)
    /// A process came or went.
    case availability(actor: String, instance: String, Availability)
    /// The queue's depths changed.
    case queue(QueueState)
    /// The radio's state changed.
    case adapter(AdapterState)
    /// Something happened to a child process.
    case hub(HubEvent)
}
