public import MessageBus

/// What `session-manager` serves.
public enum SessionOperations {
    /// Starts a seat's session and ends the present one, unless the server refuses the new credentials.
    public static let startSession = Operation<StartSession, SessionView>(
        .sessionManager,
        "startSession",
        callers: [.vitalbus]
    )
    /// Ends a seat's session.
    public static let endSession = Operation<SeatReference, SessionEnded>(
        .sessionManager,
        "endSession",
        callers: [.vitalbus]
    )
    /// A seat's session.
    public static let session = Operation<SeatReference, SessionView>(
        .sessionManager,
        "session",
        callers: [.vitalbus]
    )
    /// Asks the server about a seat's session again and tries what waits in it now.
    public static let retrySession = Operation<SeatReference, SessionRetried>(
        .sessionManager,
        "retrySession",
        callers: [.vitalbus]
    )
    /// Takes readings over from a producer; each is answered once it is safe.
    public static let submitRecords = Operation<SubmitRecords, SubmittedRecords>(
        .sessionManager,
        "submitRecords",
        callers: [.vitalbus, .deviceReader, .healthImporter, .ocrWorker]
    )
    /// Gives a record new values, by an operator's hand.
    public static let updateRecord = Operation<UpdateRecord, RecordChanged>(
        .sessionManager,
        "updateRecord",
        callers: [.vitalbus]
    )
    /// Deletes a record here and at the server, by an operator's hand.
    public static let deleteRecord = Operation<DeleteRecord, RecordChanged>(
        .sessionManager,
        "deleteRecord",
        callers: [.vitalbus]
    )
    /// The records that wait or are on their way.
    public static let queuedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        "queuedRecords",
        callers: [.vitalbus]
    )
    /// The records of an ended session, or of all of a seat's, that are not at the server for certain, kept 7 days;
    /// an `integration` is answered for seats that share values only.
    public static let unsyncedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        "unsyncedRecords",
        callers: [.vitalbus, .integration]
    )
    /// A seat's records, delivered and waiting, the one that was measured last first, kept for `records.keep`.
    public static let recordHistory = Operation<RecordHistoryRequest, RecordHistory>(
        .sessionManager,
        "recordHistory",
        callers: [.vitalbus]
    )
    /// The site's seats, and what stands at each.
    public static let seats = Operation<SeatsRequest, SeatPage>(
        .sessionManager,
        "seats",
        callers: [.vitalbus]
    )
    /// The sessions, running and ended, the newest first.
    public static let sessions = Operation<PageRequest, SessionPage>(
        .sessionManager,
        "sessions",
        callers: [.vitalbus]
    )
    /// The records that the server refused, kept for `records.keep`, 30 days at least.
    public static let rejectedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        "rejectedRecords",
        callers: [.vitalbus]
    )
    /// Tries what waits now, without waiting for back-off.
    public static let processQueue = Operation<Empty, QueueState>(
        .sessionManager,
        "processQueue",
        callers: [.vitalbus]
    )
    /// Says whose readings a device makes, from a time on; held readings of it that this decides get their owner.
    public static let assignDevice = Operation<AssignDevice, AssignmentView>(
        .sessionManager,
        "assignDevice",
        callers: [.vitalbus, .deviceReader]
    )
    /// Ends an assignment.
    public static let unassignDevice = Operation<UnassignDevice, AssignmentView>(
        .sessionManager,
        "unassignDevice",
        callers: [.vitalbus]
    )
    /// The assignments.
    public static let devices = Operation<PageRequest, Assignments>(
        .sessionManager,
        "devices",
        callers: [.vitalbus]
    )
    /// The readings without an owner.
    public static let heldReadings = Operation<PageRequest, HeldPage>(
        .sessionManager,
        "heldReadings",
        callers: [.vitalbus]
    )
    /// Says whose a held reading is; the same again changes nothing.
    public static let confirmReading = Operation<ConfirmReading, DecidedReading>(
        .sessionManager,
        "confirmReading",
        callers: [.vitalbus]
    )
    /// Says that nobody wants a held reading, so that it does not come back; the same again changes nothing.
    public static let discardReading = Operation<DiscardReading, DecidedReading>(
        .sessionManager,
        "discardReading",
        callers: [.vitalbus]
    )
    /// Erases what a seat's persons left at the session manager; refused while the seat has a session.
    public static let eraseSeat = Operation<EraseSeat, SeatErased>(
        .sessionManager,
        "eraseSeat",
        callers: [.vitalbus]
    )
    /// The notifications after a cursor, kept 7 days.
    public static let notificationsSince = Operation<NotificationsSince, Notifications>(
        .sessionManager,
        "notificationsSince",
        callers: [.vitalbus, .integration]
    )
    /// A session's credentials, sealed with the site's key; for uploaders only.
    public static let credentials = Operation<CredentialsRequest, Credentials>(
        .sessionManager,
        "credentials",
        callers: [.uploader]
    )
    /// Announces an image of a record; the reply says which parts are wanted.
    public static let putImage = Operation<PutImage, ImageReceived>(
        .sessionManager,
        "putImage",
        callers: [.vitalbus, .deviceReader]
    )
    /// Hands over one part of an announced image; the last one is answered when the image is safe.
    public static let imagePart = Operation<ImagePart, ImageReceived>(
        .sessionManager,
        "imagePart",
        callers: [.vitalbus, .deviceReader]
    )
    /// Announces the picture of a reading that is going to be held; the reply says which parts are wanted.
    public static let putHeldPicture = Operation<PutPicture, PictureReceived>(
        .sessionManager,
        "putHeldPicture",
        callers: [.vitalbus, .ocrWorker]
    )
    /// Hands over one part of such a picture; the last one is answered when the picture is safe.
    public static let heldPicturePart = Operation<PicturePart, PictureReceived>(
        .sessionManager,
        "heldPicturePart",
        callers: [.vitalbus, .ocrWorker]
    )
    /// A piece of a held reading's picture, for the person who decides about it.
    public static let heldPicture = Operation<HeldPictureRequest, ImageBytes>(
        .sessionManager,
        "heldPicture",
        callers: [.vitalbus]
    )
    /// A piece of an image that the caller has under a lease; for uploaders only.
    public static let imageBytes = Operation<ImageBytesRequest, ImageBytes>(
        .sessionManager,
        "imageBytes",
        callers: [.uploader]
    )
    /// The health types of a set, as the mobile SDK's guide groups them.
    public static let sampleTypes = Operation<SampleTypesRequest, SampleTypes>(
        .sessionManager,
        "sampleTypes",
        callers: [.vitalbus]
    )
    /// Replaces the health types that a seat's session wants of what its person exports; they end with the session.
    public static let setSubscriptions = Operation<SetSubscriptions, Subscriptions>(
        .sessionManager,
        "setSubscriptions",
        callers: [.vitalbus]
    )
    /// What a seat's session wants of what its person exports.
    public static let subscriptions = Operation<SeatReference, Subscriptions>(
        .sessionManager,
        "subscriptions",
        callers: [.vitalbus, .healthImporter]
    )
    /// Switches logging on or off and says of what and where to; kept over restarts.
    public static let setLogging = Operation<LoggingState, LoggingState>(
        .sessionManager,
        "setLogging",
        callers: [.vitalbus]
    )
}
