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

    private static func serves<B, R>(_ name: String, to callers: [BusRole], line: Int = #line) -> Operation<B, R> {
        Operation(.sessionManager, name: name, callers: callers, line: line)
    }

    /// Starts a seat's session and ends the present one, unless the server refuses the new credentials.
    public static let startSession: Operation<StartSession, SessionView> = serves("startSession", to: .operators)
    /// Ends a seat's session.
    public static let endSession: Operation<SeatReference, SessionEnded> = serves("endSession", to: .operators)
    /// A seat's session.
    public static let session: Operation<SeatReference, SessionView> = serves("session", to: .people)
    /// Checks a seat's session with the server again, and retries its waiting records now.
    public static let retrySession: Operation<SeatReference, SessionRetried> = serves("retrySession", to: .operators)
    /// Accepts readings from a producer; each is answered once it is stored.
    public static let submitRecords: Operation<SubmitRecords, SubmittedRecords> =
        serves("submitRecords", to: BusRole.carers + [.deviceReader, .healthImporter, .ocrWorker])
    /// Gives a record new values, for an operator.
    public static let updateRecord: Operation<UpdateRecord, RecordChanged> = serves("updateRecord", to: .operators)
    /// Deletes a record here and at the server, for an operator.
    public static let deleteRecord: Operation<DeleteRecord, RecordChanged> = serves("deleteRecord", to: .operators)
    /// The records that wait or are being delivered.
    public static let queuedRecords: Operation<PageRequest, RecordPage> = serves("queuedRecords", to: .carers)
    /// The records of an ended session, or of all of a seat's, that are not certain to be at the server; kept for 7
    /// days.
    ///
    /// An `integration` gets only those of seats that share values.
    public static let unsyncedRecords: Operation<PageRequest, RecordPage> =
        serves("unsyncedRecords", to: BusRole.carers + [.integration])
    /// A seat's records, delivered and waiting, the latest measurement first; kept for `records.keep`.
    public static let recordHistory: Operation<RecordHistoryRequest, RecordHistory> =
        serves("recordHistory", to: .carers)
    /// The site's seats, with session and last readings.
    public static let seats: Operation<SeatsRequest, SeatPage> = serves("seats", to: .people)
    /// Records that a person will ask a hub to measure or pair for a seat.
    ///
    /// Without it, a reading for another hub's seat is held, and an assignment that concerns another hub's seat or
    /// device is refused.
    public static let expectReadings: Operation<ExpectReadings, ReadingsExpected> =
        serves("expectReadings", to: BusRole.carers + [.homeAssistant])
    /// The sessions, running and ended, the newest first.
    public static let sessions: Operation<PageRequest, SessionPage> = serves("sessions", to: .people)
    /// Sets the usual values of a seat, and replaces earlier ones; kept over restarts.
    public static let setSeatLimits: Operation<SeatLimits, SeatLimits> = serves("setSeatLimits", to: .operators)
    /// The records that the server refused; kept for `records.keep`, at least 30 days.
    public static let rejectedRecords: Operation<PageRequest, RecordPage> = serves("rejectedRecords", to: .carers)
    /// Resends records that the server refused, once the cause is removed: one, or all that were refused since a time.
    public static let retryRecords: Operation<RetryRecords, RecordsRetried> = serves("retryRecords", to: .operators)
    /// Retries waiting records now, without back-off.
    public static let processQueue: Operation<Empty, QueueState> = serves("processQueue", to: .operators)
    /// Assigns a device to a seat from a given time; held readings that this decides get their owner.
    public static let assignDevice: Operation<AssignDevice, AssignmentView> =
        serves("assignDevice", to: BusRole.operators + [.deviceReader])
    /// Ends an assignment.
    public static let unassignDevice: Operation<UnassignDevice, AssignmentView> =
        serves("unassignDevice", to: .operators)
    /// The assignments.
    public static let devices: Operation<PageRequest, Assignments> = serves("devices", to: .people)
    /// The readings without an owner.
    public static let heldReadings: Operation<PageRequest, HeldPage> =
        serves("heldReadings", to: BusRole.carers + [.homeAssistant])
    /// Gives a held reading its owner; a repeat changes nothing.
    public static let confirmReading: Operation<ConfirmReading, DecidedReading> =
        serves("confirmReading", to: BusRole.carers + [.homeAssistant])
    /// Discards a held reading, so that it does not return; a repeat changes nothing.
    public static let discardReading: Operation<DiscardReading, DecidedReading> =
        serves("discardReading", to: BusRole.carers + [.homeAssistant])
    /// Erases a seat's persons from the session manager; refused while the seat has a session.
    public static let eraseSeat: Operation<EraseSeat, SeatErased> = serves("eraseSeat", to: .operators)
    /// The notifications after a cursor; kept for 7 days.
    public static let notificationsSince: Operation<NotificationsSince, Notifications> =
        serves("notificationsSince", to: BusRole.people + [.integration])
    /// A session's credentials, sealed with the site's key; for uploaders only.
    public static let credentials: Operation<CredentialsRequest, Credentials> = serves("credentials", to: [.uploader])
    /// Announces an image of a record; the reply lists the missing parts.
    public static let putImage: Operation<PutImage, ImageReceived> =
        serves("putImage", to: BusRole.carers + [.deviceReader])
    /// Hands over one part of an announced image; the last one is answered when the image is stored.
    public static let imagePart: Operation<ImagePart, ImageReceived> =
        serves("imagePart", to: BusRole.carers + [.deviceReader])
    /// Announces the picture of a reading that will be held; the reply lists the missing parts.
    public static let putHeldPicture: Operation<PutPicture, PictureReceived> =
        serves("putHeldPicture", to: BusRole.operators + [.ocrWorker])
    /// Hands over one part of such a picture; the last one is answered when the picture is stored.
    public static let heldPicturePart: Operation<PicturePart, PictureReceived> =
        serves("heldPicturePart", to: BusRole.operators + [.ocrWorker])
    /// A piece of a held reading's picture, for the person who decides about it.
    public static let heldPicture: Operation<HeldPictureRequest, ImageBytes> = serves("heldPicture", to: .carers)
    /// A piece of an image that the caller holds under a lease; for uploaders only.
    public static let imageBytes: Operation<ImageBytesRequest, ImageBytes> = serves("imageBytes", to: [.uploader])
    /// The health types of a set, grouped as in the mobile SDK's guide.
    public static let sampleTypes: Operation<SampleTypesRequest, SampleTypes> = serves("sampleTypes", to: .carers)
    /// Replaces the health types that a seat's session imports; they end with the session.
    public static let setSubscriptions: Operation<SetSubscriptions, Subscriptions> =
        serves("setSubscriptions", to: .operators)
    /// The exported data that a seat's session wants.
    public static let subscriptions: Operation<SeatReference, Subscriptions> =
        serves("subscriptions", to: BusRole.carers + [.healthImporter])
    /// Switches logging on or off, and sets its parts and its sink; kept over restarts.
    public static let setLogging: Operation<LoggingState, LoggingState> = serves("setLogging", to: .operators)
}
