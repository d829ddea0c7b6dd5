public import MessageBus

/// What `ocr-worker` publishes and serves; a hub has one.
public enum OCRTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [
            ocrDidProcessResult.descriptor, ocrDidCompleteReading.descriptor, ocrDidCancel.descriptor,
            ocrCameraUnavailable.descriptor,
        ] + ocrPeripherals.descriptors + overlay.descriptors + putPicture.descriptors + picturePart.descriptors
        + pictureBytes.descriptors + recognize.descriptors + startReading.descriptors
        + pushFrame.descriptors + cancel.descriptors + scanCode.descriptors + erasePictures.descriptors

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

    /// A picture or a frame was looked at.
    public static let ocrDidProcessResult: Topic<OCRDidProcessResult> = event(
        "ocrDidProcessResult",
        carriesValues: true
    )
    /// A display was read; the reading is safe, and waits for a person, or is the default user's and only told.
    public static let ocrDidCompleteReading: Topic<OCRDidCompleteReading> = event(
        "ocrDidCompleteReading",
        carriesValues: true
    )
    /// A picture or a stream ended without a reading.
    public static let ocrDidCancel: Topic<OCRDidCancel> = event("ocrDidCancel")
    /// A camera or a stream cannot be had.
    public static let ocrCameraUnavailable: Topic<OCRCameraUnavailable> = event("ocrCameraUnavailable")

    /// The displays that can be read.
    public static let ocrPeripherals = Operation<OCRPeripheralsRequest, OCRPeripherals>(
        .ocrWorker,
        name: "ocrPeripherals",
        callers: BusRole.people
    )
    /// What to lay over a preview of a size, so that the display is held where it is looked for.
    public static let overlay = Operation<OverlayRequest, Overlay>(
        .ocrWorker,
        name: "overlay",
        callers: BusRole.carers
    )
    /// Announces a picture to be read; the reply says which parts are wanted.
    public static let putPicture = Operation<PutPicture, PictureReceived>(
        .ocrWorker,
        name: "putPicture",
        callers: BusRole.carers
    )
    /// Hands over one part of an announced picture; the last one is answered when the picture is safe.
    public static let picturePart = Operation<PicturePart, PictureReceived>(
        .ocrWorker,
        name: "picturePart",
        callers: BusRole.carers
    )
    /// A piece of a picture that was handed over, for people; of a frame's crop too, and of its preview for who asked for
    /// that.
    public static let pictureBytes = Operation<PictureBytesRequest, ImageBytes>(
        .ocrWorker,
        name: "pictureBytes",
        callers: BusRole.carers
    )
    /// Has a picture read; it is answered once it is safe, and read when a lane is free.
    public static let recognize = Operation<RecognizePicture, OCRJob>(
        .ocrWorker,
        name: "recognize",
        callers: BusRole.carers
    )
    /// Reads a display in the frames of a camera, a stream, a folder or the caller until they agree.
    public static let startReading = Operation<StartReading, OCRJob>(
        .ocrWorker,
        name: "startReading",
        callers: BusRole.carers
    )
    /// Gives a part of a frame to a stream that was started with the source `pushed`; the last one is answered with what it
    /// shows.
    public static let pushFrame = Operation<PushFrame, FramePushed>(
        .ocrWorker,
        name: "pushFrame",
        callers: BusRole.carers
    )
    /// Ends streams and pictures that wait.
    public static let cancel = Operation<CancelOCR, CancelledOCR>(
        .ocrWorker,
        name: "cancel",
        callers: BusRole.carers
    )
    /// The QR and bar codes of a picture.
    public static let scanCode = Operation<ScanCode, ScannedCodes>(
        .ocrWorker,
        name: "scanCode",
        callers: BusRole.carers
    )
    /// Erases what the worker has of a seat's persons: jobs, pictures, streams, readings that wait.
    ///
    /// What is being read is dropped.
    public static let erasePictures = Operation<SeatReference, PicturesErased>(
        .ocrWorker,
        name: "erasePictures",
        callers: BusRole.operators
    )
}
