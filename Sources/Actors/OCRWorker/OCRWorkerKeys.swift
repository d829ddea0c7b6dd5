internal import ActorRuntime

/// The OCR worker's own configuration keys.
struct OCRWorkerKeys: SettingTable {
    let lanes = Setting.int(
        "ocr.lanes",
        in: 1...8,
        default: 1,
        doc: "How many photos are read at a time; each takes a processor, and the memory of one picture."
    )
    let holdsUncertain = Setting.bool(
        "hold-uncertain",
        default: true,
        doc: "Whether a reading is held for a person too that is not certain enough to be taken for right."
    )
    let sharesValues = Setting.bool(
        "share-values",
        default: false,
        doc: "Whether events contain measured values."
    )
    let previews = Setting.bool(
        "previews",
        default: true,
        doc: "Whether an operator may ask to see a camera's frames while a display is read; they are kept for a minute."
    )
    let cameras = Setting.list(
        "cameras",
        doc: "Cameras and MJPEG streams, each as name=/dev/video0 or name=http://address."
    )
    let folders = Setting.list(
        "folders",
        doc: "Folders whose pictures may be read as frames, with what is below them."
    )
    /// Files that describe more meters.
    let displays = Setting.list(
        "displays",
        doc: "YAML files that describe more meters, as ocr-layouts.example.yaml does."
    )
    let picturesKeep = Setting.duration(
        "pictures.keep",
        in: .seconds(60) ... .seconds(30 * 86_400),
        default: .seconds(1 * 3_600),
        doc: "How long a picture that was handed over is kept, and what was seen in it; longer while it waits."
    )
    let picturesLimit = Setting.int(
        "pictures.limit-mb",
        in: 10...100_000,
        default: 500,
        doc: "The most megabytes of such pictures; more are refused until some are read."
    )
    let managerHub = CommonSettings.sessionManagerHub

    /// Declares them.
    init() {}
}
