public import MessageBus

/// What `ocr-worker` publishes and serves; each hub has one.
public enum OCRTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [
            ocrDidProcessResult.descriptor, ocrDidCompleteReading.descriptor, ocrDidCancel.descriptor,
            ocrCameraUnavailable.descriptor,
        ] + ocrPeripherals.descriptors + overlay.descriptors + putPicture.descriptors + picturePart.descriptors
        + pictureBytes.descriptors + recognize.descriptors + startReading.descriptors
        + pushFrame.descriptors + cancel.descriptors + scanCode.descriptors + erasePictures.descriptors

    private static func serves<B, R>(_ name: String, to callers: [BusRole], line: Int = #line) -> Operation<B, R> {
        Operation(.ocrWorker, name: name, callers: callers, line: line)
    }

    private static func event<Payload>(
        _ name: String,
        carriesValues: Bool = false,
        line: Int = #line
    ) -> Topic<Payload> {
        Topic(
            name,
            at: "event/\(name)",
            writers: [TopicGrant(.ocrWorker, reach: .own)],
            readers: TopicGrant.watchers,
            carriesValues: carriesValues,
            line: line
        )
    }

    /// The worker has examined a picture or a frame.
    public static let ocrDidProcessResult: Topic<OCRDidProcessResult> = event(
        "ocrDidProcessResult",
        carriesValues: true
    )
    /// A display was read.
    ///
    /// The reading is stored and held for a person; a default user's is only reported.
    public static let ocrDidCompleteReading: Topic<OCRDidCompleteReading> = event(
        "ocrDidCompleteReading",
        carriesValues: true
    )
    /// A picture or a stream ended without a reading.
    public static let ocrDidCancel: Topic<OCRDidCancel> = event("ocrDidCancel")
    /// A camera or a stream cannot be opened.
    public static let ocrCameraUnavailable: Topic<OCRCameraUnavailable> = event("ocrCameraUnavailable")

    /// The displays that can be read.
    public static let ocrPeripherals: Operation<OCRPeripheralsRequest, OCRPeripherals> =
        serves("ocrPeripherals", to: .people)
    /// The overlay for a preview of a given size, which shows where to hold the display.
    public static let overlay: Operation<OverlayRequest, Overlay> = serves("overlay", to: .carers)
    /// Announces a picture to read; the reply lists the missing parts.
    public static let putPicture: Operation<PutPicture, PictureReceived> = serves("putPicture", to: .carers)
    /// Hands over one part of an announced picture; the last one is answered when the picture is stored.
    public static let picturePart: Operation<PicturePart, PictureReceived> = serves("picturePart", to: .carers)
    /// A piece of a picture, of a frame's crop or of a preview; for people only.
    ///
    /// A preview goes only to the caller that requested it.
    public static let pictureBytes: Operation<PictureBytesRequest, ImageBytes> = serves("pictureBytes", to: .carers)
    /// Asks to read a picture; answered once the job is stored.
    ///
    /// The worker reads it as soon as it has a free lane.
    public static let recognize: Operation<RecognizePicture, OCRJob> = serves("recognize", to: .carers)
    /// Reads a display in the frames of a camera, a stream, a folder or the caller until the frames agree.
    public static let startReading: Operation<StartReading, OCRJob> = serves("startReading", to: .carers)
    /// Sends a part of a frame to a stream whose source is `pushed`; the last part is answered with the result.
    public static let pushFrame: Operation<PushFrame, FramePushed> = serves("pushFrame", to: .carers)
    /// Ends streams and waiting pictures.
    public static let cancel: Operation<CancelOCR, CancelledOCR> = serves("cancel", to: .carers)
    /// The QR codes and bar codes in a picture.
    public static let scanCode: Operation<ScanCode, ScannedCodes> = serves("scanCode", to: .carers)
    /// Erases what the worker has of a seat's persons: jobs, pictures, streams and waiting readings.
    ///
    /// Pictures that are being read are dropped.
    public static let erasePictures: Operation<SeatReference, PicturesErased> = serves("erasePictures", to: .operators)
}
