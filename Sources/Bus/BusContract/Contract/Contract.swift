public import MessageBus

/// Every topic of the bus, in one table: what `topics/` documents and the broker's roles are made from.
public enum Contract {
    /// The versions of the contract that this code speaks.
    public static let versions = ["v1"]

    /// All topics.
    public static let topics: [TopicDescriptor] =
        presence + scanner + reader + health + displays + session + work + logging

    private static let presence = [
        PresenceTopics.availability, PresenceTopics.info.descriptor, PresenceTopics.health.descriptor,
    ]

    private static let scanner =
        [
            ScannerTopics.peripheralSighted.descriptor, ScannerTopics.peripheralLost.descriptor,
            ScannerTopics.adapterState.descriptor,
        ] + both(ScannerTopics.sightings) + both(ScannerTopics.holdDiscovery) + both(ScannerTopics.pairingMode)

    private static let reader =
        [
            ReaderTopics.passiveIsReadyToRead.descriptor, ReaderTopics.passiveDidRead.descriptor,
            ReaderTopics.passiveDidFail.descriptor, ReaderTopics.isReadyToReadPeripheral.descriptor,
            ReaderTopics.didReadPeripheral.descriptor, ReaderTopics.readingFailed.descriptor,
            ReaderTopics.didPairPeripheral.descriptor, ReaderTopics.didNotPairPeripheral.descriptor,
            ReaderTopics.passiveState.descriptor, ReaderTopics.deviceClaim.descriptor,
            ReaderTopics.didCancelReading.descriptor, ReaderTopics.passkeyRequested.descriptor,
            ReaderTopics.frameUnreadable.descriptor,
        ] + both(ReaderTopics.supportedPeripherals) + both(ReaderTopics.setPassivePeripherals)
        + both(ReaderTopics.readPeripheral) + both(ReaderTopics.pairPeripheral) + both(ReaderTopics.cancel)
        + both(ReaderTopics.eraseDevices) + both(ReaderTopics.answerPasskey)
        + both(ReaderTopics.storePeripheralData) + both(ReaderTopics.forgetDevice)

    private static let health =
        [
            HealthTopics.healthRecordsProcessed.descriptor, HealthTopics.historicalFetchProgress.descriptor,
            HealthTopics.historicalFetchCompleted.descriptor, HealthTopics.importProgress.descriptor,
            HealthTopics.importCompleted.descriptor,
        ] + both(HealthTopics.importFile) + both(HealthTopics.observe) + both(HealthTopics.fetchHistoricalSets)
        + both(HealthTopics.cancelHistoricalFetch) + both(HealthTopics.imports) + both(HealthTopics.eraseImports)

    private static let displays =
        [
            OCRTopics.ocrDidProcessResult.descriptor, OCRTopics.ocrDidCompleteReading.descriptor,
            OCRTopics.ocrDidCancel.descriptor, OCRTopics.ocrCameraUnavailable.descriptor,
        ] + both(OCRTopics.ocrPeripherals) + both(OCRTopics.overlay) + both(OCRTopics.putPicture)
        + both(OCRTopics.picturePart) + both(OCRTopics.pictureBytes) + both(OCRTopics.recognize)
        + both(OCRTopics.startReading) + both(OCRTopics.cancel) + both(OCRTopics.scanCode)
        + both(OCRTopics.erasePictures)

    private static let session =
        [
            SessionEvents.sessionStarted.descriptor, SessionEvents.sessionEnded.descriptor,
            SessionEvents.recordSubmitted.descriptor, SessionEvents.submissionFailed.descriptor,
            SessionEvents.submissionRetrying.descriptor, SessionEvents.readingQueued.descriptor,
            SessionEvents.readingHeld.descriptor,
            SessionEvents.sessionState.descriptor, SessionEvents.queueState.descriptor,
            SessionEvents.sealingState.descriptor,
            SessionEvents.imageSubmitted.descriptor, SessionEvents.imageSubmissionFailed.descriptor,
        ] + sessionOperations

    private static let sessionOperations =
        both(SessionOperations.startSession) + both(SessionOperations.endSession) + both(SessionOperations.session)
        + both(SessionOperations.retrySession)
        + both(SessionOperations.submitRecords) + both(SessionOperations.queuedRecords)
        + both(SessionOperations.unsyncedRecords) + both(SessionOperations.rejectedRecords)
        + both(SessionOperations.processQueue) + both(SessionOperations.assignDevice)
        + both(SessionOperations.unassignDevice) + both(SessionOperations.devices)
        + both(SessionOperations.heldReadings) + both(SessionOperations.notificationsSince)
        + both(SessionOperations.credentials)
        + both(SessionOperations.updateRecord) + both(SessionOperations.deleteRecord)
        + both(SessionOperations.setLogging)
        + both(SessionOperations.confirmReading) + both(SessionOperations.discardReading)
        + both(SessionOperations.eraseSeat)
        + both(SessionOperations.sampleTypes) + both(SessionOperations.setSubscriptions)
        + both(SessionOperations.subscriptions)
        + both(SessionOperations.putImage) + both(SessionOperations.imagePart) + both(SessionOperations.imageBytes)
        + both(SessionOperations.putHeldPicture) + both(SessionOperations.heldPicturePart)
        + both(SessionOperations.heldPicture) + both(SessionOperations.recordHistory)
        + both(SessionOperations.seats) + both(SessionOperations.sessions)

    private static let work = [
        UploadWork.pull.descriptor, UploadWork.grant.descriptor, UploadWork.ack.descriptor,
        UploadWork.ackReply.descriptor, OCRWork.pull.descriptor, OCRWork.grant.descriptor, OCRWork.ack.descriptor,
        OCRWork.ackReply.descriptor,
    ]

    private static let logging = [LogTopics.state.descriptor, LogTopics.entry.descriptor]

    private static func both<Body, Reply>(_ operation: Operation<Body, Reply>) -> [TopicDescriptor] {
        [operation.request.descriptor, operation.reply.descriptor]
    }
}
