public import MessageBus

/// What `session-manager` serves.
public enum SessionOperations {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        startSession.descriptors + endSession.descriptors + session.descriptors + retrySession.descriptors
        + submitRecords.descriptors + queuedRecords.descriptors + unsyncedRecords.descriptors
        + rejectedRecords.descriptors + processQueue.descriptors + assignDevice.descriptors + unassignDevice.descriptors
        + devices.descriptors + heldReadings.descriptors + notificationsSince.descriptors + credentials.descriptors
        + updateRecord.descriptors + deleteRecord.descriptors + setLogging.descriptors + confirmReading.descriptors
        + discardReading.descriptors + eraseSeat.descriptors + sampleTypes.descriptors + setSubscriptions.descriptors
        + subscriptions.descriptors + putImage.descriptors + imagePart.descriptors + imageBytes.descriptors
        + putHeldPicture.descriptors + heldPicturePart.descriptors + heldPicture.descriptors + recordHistory.descriptors
        + seats.descriptors + expectReadings.descriptors + sessions.descriptors + setSeatLimits.descriptors
        + retryRecords.descriptors

    /// Starts a seat's session and ends the present one, unless the server refuses the new credentials.
    public static let startSession = Operation<StartSession, SessionView>(
        .sessionManager,
        name: "startSession",
        callers: BusRole.operators
    )
    /// Ends a seat's session.
    public static let endSession = Operation<SeatReference, SessionEnded>(
        .sessionManager,
        name: "endSession",
        callers: BusRole.operators
    )
    /// A seat's session.
    public static let session = Operation<SeatReference, SessionView>(
        .sessionManager,
        name: "session",
        callers: BusRole.people
    )
    /// Asks the server about a seat's session again and tries what waits in it now.
    public static let retrySession = Operation<SeatReference, SessionRetried>(
        .sessionManager,
        name: "retrySession",
        callers: BusRole.operators
    )
    /// Takes readings over from a producer; each is answered once it is safe.
    public static let submitRecords = Operation<SubmitRecords, SubmittedRecords>(
        .sessionManager,
        name: "submitRecords",
        callers: BusRole.carers + [.deviceReader, .healthImporter, .ocrWorker]
    )
    /// Gives a record new values, by an operator's hand.
    public static let updateRecord = Operation<UpdateRecord, RecordChanged>(
        .sessionManager,
        name: "updateRecord",
        callers: BusRole.operators
    )
    /// Deletes a record here and at the server, by an operator's hand.
    public static let deleteRecord = Operation<DeleteRecord, RecordChanged>(
        .sessionManager,
        name: "deleteRecord",
        callers: BusRole.operators
    )
    /// The records that wait or are on their way.
    public static let queuedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        name: "queuedRecords",
        callers: BusRole.carers
    )
    /// The records of an ended session, or of all of a seat's, that are not at the server for certain, kept 7 days;
    /// an `integration` is answered for seats that share values only.
    public static let unsyncedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        name: "unsyncedRecords",
        callers: BusRole.carers + [.integration]
    )
    /// A seat's records, delivered and waiting, the one that was measured last first, kept for `records.keep`.
    public static let recordHistory = Operation<RecordHistoryRequest, RecordHistory>(
        .sessionManager,
        name: "recordHistory",
        callers: BusRole.carers
    )
    /// The site's seats, with session and last readings.
    public static let seats = Operation<SeatsRequest, SeatPage>(
        .sessionManager,
        name: "seats",
        callers: BusRole.people
    )
    /// Notes that a person asks a hub to measure or pair for a seat: without it a reading for another hub's seat is held, and
    /// an assignment for another hub's seat, or of another hub's device, is refused.
    public static let expectReadings = Operation<ExpectReadings, ReadingsExpected>(
        .sessionManager,
        name: "expectReadings",
        callers: BusRole.carers + [.homeAssistant]
    )
    /// The sessions, running and ended, the newest first.
    public static let sessions = Operation<PageRequest, SessionPage>(
        .sessionManager,
        name: "sessions",
        callers: BusRole.people
    )
    /// Says what is usual of a seat's values, in place of what was said before; kept over restarts.
    public static let setSeatLimits = Operation<SeatLimits, SeatLimits>(
        .sessionManager,
        name: "setSeatLimits",
        callers: BusRole.operators
    )
    /// The records that the server refused, kept for `records.keep`, 30 days at least.
    public static let rejectedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        name: "rejectedRecords",
        callers: BusRole.carers
    )
    /// Sends records again that the server refused, since the cause is gone: one, or all that were refused since a time.
    public static let retryRecords = Operation<RetryRecords, RecordsRetried>(
        .sessionManager,
        name: "retryRecords",
        callers: BusRole.operators
    )
    /// Tries waiting records now, without back-off.
    public static let processQueue = Operation<Empty, QueueState>(
        .sessionManager,
        name: "processQueue",
        callers: BusRole.operators
    )
    /// Says whose readings a device makes, from a time on; held readings of it that this decides get their owner.
    public static let assignDevice = Operation<AssignDevice, AssignmentView>(
        .sessionManager,
        name: "assignDevice",
        callers: BusRole.operators + [.deviceReader]
    )
    /// Ends an assignment.
    public static let unassignDevice = Operation<UnassignDevice, AssignmentView>(
        .sessionManager,
        name: "unassignDevice",
        callers: BusRole.operators
    )
    /// The assignments.
    public static let devices = Operation<PageRequest, Assignments>(
        .sessionManager,
        name: "devices",
        callers: BusRole.people
    )
    /// The readings without an owner.
    public static let heldReadings = Operation<PageRequest, HeldPage>(
        .sessionManager,
        name: "heldReadings",
        callers: BusRole.carers + [.homeAssistant]
    )
    /// Says whose a held reading is; the same again changes nothing.
    public static let confirmReading = Operation<ConfirmReading, DecidedReading>(
        .sessionManager,
        name: "confirmReading",
        callers: BusRole.carers + [.homeAssistant]
    )
    /// Discards a held reading, so that it does not come back; the same again changes nothing.
    public static let discardReading = Operation<DiscardReading, DecidedReading>(
        .sessionManager,
        name: "discardReading",
        callers: BusRole.carers + [.homeAssistant]
    )
    /// Erases what a seat's persons left at the session manager; refused while the seat has a session.
    public static let eraseSeat = Operation<EraseSeat, SeatErased>(
        .sessionManager,
        name: "eraseSeat",
        callers: BusRole.operators
    )
    /// The notifications after a cursor, kept 7 days.
    public static let notificationsSince = Operation<NotificationsSince, Notifications>(
        .sessionManager,
        name: "notificationsSince",
        callers: BusRole.people + [.integration]
    )
    /// A session's credentials, sealed with the site's key; for uploaders only.
    public static let credentials = Operation<CredentialsRequest, Credentials>(
        .sessionManager,
        name: "credentials",
        callers: [.uploader]
    )
    /// Announces an image of a record; the reply says which parts are wanted.
    public static let putImage = Operation<PutImage, ImageReceived>(
        .sessionManager,
        name: "putImage",
        callers: BusRole.carers + [.deviceReader]
    )
    /// Hands over one part of an announced image; the last one is answered when the image is safe.
    public static let imagePart = Operation<ImagePart, ImageReceived>(
        .sessionManager,
        name: "imagePart",
        callers: BusRole.carers + [.deviceReader]
    )
    /// Announces the picture of a reading that is going to be held; the reply says which parts are wanted.
    public static let putHeldPicture = Operation<PutPicture, PictureReceived>(
        .sessionManager,
        name: "putHeldPicture",
        callers: BusRole.operators + [.ocrWorker]
    )
    /// Hands over one part of such a picture; the last one is answered when the picture is safe.
    public static let heldPicturePart = Operation<PicturePart, PictureReceived>(
        .sessionManager,
        name: "heldPicturePart",
        callers: BusRole.operators + [.ocrWorker]
    )
    /// A piece of a held reading's picture, for the person who decides about it.
    public static let heldPicture = Operation<HeldPictureRequest, ImageBytes>(
        .sessionManager,
        name: "heldPicture",
        callers: BusRole.carers
    )
    /// A piece of an image that the caller has under a lease; for uploaders only.
    public static let imageBytes = Operation<ImageBytesRequest, ImageBytes>(
        .sessionManager,
        name: "imageBytes",
        callers: [.uploader]
    )
    /// The health types of a set, as the mobile SDK's guide groups them.
    public static let sampleTypes = Operation<SampleTypesRequest, SampleTypes>(
        .sessionManager,
        name: "sampleTypes",
        callers: BusRole.carers
    )
    /// Replaces the health types that a seat's session wants of what its person exports; they end with the session.
    public static let setSubscriptions = Operation<SetSubscriptions, Subscriptions>(
        .sessionManager,
        name: "setSubscriptions",
        callers: BusRole.operators
    )
    /// What a seat's session wants of what its person exports.
    public static let subscriptions = Operation<SeatReference, Subscriptions>(
        .sessionManager,
        name: "subscriptions",
        callers: BusRole.carers + [.healthImporter]
    )
    /// Switches logging on or off and says of what and where to; kept over restarts.
    public static let setLogging = Operation<LoggingState, LoggingState>(
        .sessionManager,
        name: "setLogging",
        callers: BusRole.operators
    )
}
