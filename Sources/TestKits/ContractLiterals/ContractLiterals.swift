public import BusContract
internal import VitalRecords

// Tests spell the contract's words literally, so that they check the words and not the names of constants. Programs use
// the constants.
extension ContractWord where Self: ExpressibleByStringLiteral {
    /// The word with this spelling.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension ActorHealth.Status: ExpressibleByStringLiteral {}
extension ClaimState: ExpressibleByStringLiteral {}
extension CloudAPI: ExpressibleByStringLiteral {}
extension DecidedReading.Outcome: ExpressibleByStringLiteral {}
extension DisplayResult.Refusal: ExpressibleByStringLiteral {}
extension DisplayWish.Kind: ExpressibleByStringLiteral {}
extension FramePreview.Hint: ExpressibleByStringLiteral {}
extension HeldReason: ExpressibleByStringLiteral {}
extension HistoricalSet: ExpressibleByStringLiteral {}
extension ImageContentType: ExpressibleByStringLiteral {}
extension ImageReceived.State: ExpressibleByStringLiteral {}
extension ImportLeftOut.Reason: ExpressibleByStringLiteral {}
extension ImportState.Origin: ExpressibleByStringLiteral {}
extension ImportState.State: ExpressibleByStringLiteral {}
extension LoggingState.Component: ExpressibleByStringLiteral {}
extension LoggingState.Sink: ExpressibleByStringLiteral {}
extension OCRCameraUnavailable.Reason: ExpressibleByStringLiteral {}
extension OCRDidCancel.Reason: ExpressibleByStringLiteral {}
extension OCRJob.State: ExpressibleByStringLiteral {}
extension OCRPeripherals.Entry.Layout: ExpressibleByStringLiteral {}
extension PassiveState.Device.Phase: ExpressibleByStringLiteral {}
extension PasskeyKind: ExpressibleByStringLiteral {}
extension PeripheralView.Advertises: ExpressibleByStringLiteral {}
extension PictureDisposition: ExpressibleByStringLiteral {}
extension PictureReceived.State: ExpressibleByStringLiteral {}
extension ReaderFailure: ExpressibleByStringLiteral {}
extension ReadingDisposition: ExpressibleByStringLiteral {}
extension ReadingQueued.Outcome: ExpressibleByStringLiteral {}
extension RecordChanged.Outcome: ExpressibleByStringLiteral {}
extension RecordHistory.Entry.State: ExpressibleByStringLiteral {}
extension RecordOperation: ExpressibleByStringLiteral {}
extension RecordPage.Entry.State: ExpressibleByStringLiteral {}
extension SampleSet: ExpressibleByStringLiteral {}
extension ScanCode.Purpose: ExpressibleByStringLiteral {}
extension SealingState.Algorithm: ExpressibleByStringLiteral {}
extension SessionEndReason: ExpressibleByStringLiteral {}
extension SessionRetried.Validity: ExpressibleByStringLiteral {}
extension SessionValidity: ExpressibleByStringLiteral {}
extension SubmittedRecords.Outcome: ExpressibleByStringLiteral {}
extension UploadAck.Result: ExpressibleByStringLiteral {}
extension UploadAck.Verdict: ExpressibleByStringLiteral {}
extension WorkPull.Destination: ExpressibleByStringLiteral {}
