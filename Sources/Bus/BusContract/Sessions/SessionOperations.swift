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
    /// Checks a seat's session with the server again, and retries its waiting records now.
    public static let retrySession = Operation<SeatReference, SessionRetried>(
        .sessionManager,
        name: "retrySession",
        callers: BusRole.operators
    )
    /// Accepts readings from a producer; each is answered once it is stored.
    public static let submitRecords = Operation<SubmitRecords, SubmittedRecords>(
        .sessionManager,
        name: "submitRecords",
        callers: BusRole.carers + [.deviceReader, .healthImporter, .ocrWorker]
    )
    /// Gives a record new values, for an operator.
    public static let updateRecord = Operation<UpdateRecord, RecordChanged>(
        .sessionManager,
        name: "updateRecord",
        callers: BusRole.operators
    )
    /// Deletes a record here and at the server, for an operator.
    public static let deleteRecord = Operation<DeleteRecord, RecordChanged>(
        .sessionManager,
        name: "deleteRecord",
        callers: BusRole.operators
    )
    /// The records that wait or are being delivered.
    public static let queuedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        name: "queuedRecords",
        callers: BusRole.carers
    )
    /// The records of an ended session, or of all of a seat's, that are not certain to be at the server; kept for 7
    /// days.
    ///
    /// An `integration` gets only those of seats that share values.
    public static let unsyncedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        name: "unsyncedRecords",
        callers: BusRole.carers + [.integration]
    )
    /// A seat's records, delivered and waiting, the latest measurement first; kept for `records.keep`.
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
    /// Records that a person will ask a hub to measure or pair for a seat.
    ///
    /// Without it, a reading for another hub's seat is held, and an assignment that concerns another hub's seat or
    /// device is refused.
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
    /// Sets the usual values of a seat, and replaces earlier ones; kept over restarts.
    public static let setSeatLimits = Operation<SeatLimits, SeatLimits>(
        .sessionManager,
        name: "setSeatLimits",
        callers: BusRole.operators
    )
    /// The records that the server refused; kept for `records.keep`, at least 30 days.
    public static let rejectedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager,
        name: "rejectedRecords",
        callers: BusRole.carers
    )
    /// Resends records that the server refused, once the cause is removed: one, or all that were refused since a time.
    public static let retryRecords = Operation<RetryRecords, RecordsRetried>(
        .sessionManager,
        name: "retryRecords",
        callers: BusRole.operators
    )
    /// Retries waiting records now, without back-off.
    public static let processQueue = Operation<Empty, QueueState>(
        .sessionManager,
        name: "processQueue",
        callers: BusRole.operators
    )
    /// Assigns a device to a seat from a given time; held readings that this decides get their owner.
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
    /// Gives a held reading its owner; a repeat changes nothing.
    public static let confirmReading = Operation<ConfirmReading, DecidedReading>(
        .sessionManager,
        name: "confirmReading",
        callers: BusRole.carers + [.homeAssistant]
    )
    /// Discards a held reading, so that it does not return; a repeat changes nothing.
    public static let discardReading = Operation<DiscardReading, DecidedReading>(
        .sessionManager,
        name: "discardReading",
        callers: BusRole.carers + [.homeAssistant]
    )
    /// Erases a seat's persons from the session manager; refused while the seat has a session.
    public static let eraseSeat = Operation<EraseSeat, SeatErased>(
        .sessionManager,
        name: "eraseSeat",
        callers: BusRole.operators
    )
    /// The notifications after a cursor; kept for 7 days.
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
    /// Announces an image of a record; the reply lists the missing parts.
    public static let putImage = Operation<PutImage, ImageReceived>(
        .sessionManager,
        name: "putImage",
        callers: BusRole.carers + [.deviceReader]
    )
    /// Hands over one part of an announced image; the last one is answered when the image is stored.
    public static let imagePart = Operation<ImagePart, ImageReceived>(
        .sessionManager,
        name: "imagePart",
        callers: BusRole.carers + [.deviceReader]
    )
    /// Announces the picture of a reading that will be held; the reply lists the missing parts.
    public static let putHeldPicture = Operation<PutPicture, PictureReceived>(
        .sessionManager,
        name: "putHeldPicture",
        callers: BusRole.operators + [.ocrWorker]
    )
    /// Hands over one part of such a picture; the last one is answered when the picture is stored.
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
    /// A piece of an image that the caller holds under a lease; for uploaders only.
    public static let imageBytes = Operation<ImageBytesRequest, ImageBytes>(
        .sessionManager,
        name: "imageBytes",
        callers: [.uploader]
    )
    /// The health types of a set, grouped as in the mobile SDK's guide.
    public static let sampleTypes = Operation<SampleTypesRequest, SampleTypes>(
        .sessionManager,
        name: "sampleTypes",
        callers: BusRole.carers
    )
    /// Replaces the health types that a seat's session imports; they end with the session.
    public static let setSubscriptions = Operation<SetSubscriptions, Subscriptions>(
        .sessionManager,
        name: "setSubscriptions",
        callers: BusRole.operators
    )
    /// The exported data that a seat's session wants.
    public static let subscriptions = Operation<SeatReference, Subscriptions>(
        .sessionManager,
        name: "subscriptions",
        callers: BusRole.carers + [.healthImporter]
    )
    /// Switches logging on or off, and sets its parts and its sink; kept over restarts.
    public static let setLogging = Operation<LoggingState, LoggingState>(
        .sessionManager,
        name: "setLogging",
        callers: BusRole.operators
    )
}
