public import BusContract
public import MessageBus
public import VitalRecords

/// The events shown in the live table.
public enum LiveEvent: Sendable {
    /// A reading is stored in its reader's outbox.
    case read(PeripheralDidRead)
    /// A device could not be read.
    case readFailed(PeripheralDidFail)
    /// Records are in the session manager's queue.
    case queued([VitalRecord])
    /// A record waits for a retry.
    case retrying(SubmissionRetrying)
    /// The server accepted a record.
    case submitted(RecordSubmitted)
    /// The server rejected a record.
    case failed(SubmissionFailed)
    /// A reading is held, because its owner is unknown.
    case held(ReadingHeld)
    /// The readings held now: all of them, or only some of many.
    case heldNow([HeldPage.Entry], isWhole: Bool)
    /// The progress or result of an import of health data.
    case importing(ImportState)
    /// A session began.
    case sessionStarted(SessionStarted)
    /// A session ended.
    case sessionEnded(SessionEnded)
    /// The current session of a seat.
    case session(SessionState)
    /// The current peripherals of passive reading.
    case passive(PassiveState)
    /// A process's availability changed.
    case availability(actor: String, instance: String, Availability)
    /// The queue's depths changed.
    case queue(QueueState)
    /// The radio's state changed.
    case adapter(AdapterState)
    /// An event of a child process.
    case hub(HubEvent)
}
