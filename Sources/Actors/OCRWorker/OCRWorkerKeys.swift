internal import ActorRuntime

/// The OCR worker's own configuration keys.
struct OCRWorkerKeys: SettingTable {
    let lanes = Setting.int(
        "ocr.lanes",
        in: 1...8,
        default: 1,
        doc: "How many photos are read at a time; each uses one processor and the memory of one picture."
    )
    let holdsUncertain = Setting.bool(
        "hold-uncertain",
        default: true,
        doc: "Whether an uncertain reading is also held for a person's decision."
    )
    let sharesValues = Setting.bool(
        "share-values",
        default: false,
        doc: "Whether events contain measured values."
    )
    let previews = Setting.bool(
        "previews",
        default: true,
        doc:
            "Whether an operator may see a camera's frames while a display is being read; frames are kept for a minute."
    )
    let cameras = Setting.list(
        "cameras",
        doc: "Cameras and MJPEG streams, each as name=/dev/video0 or name=http://address."
    )
    let folders = Setting.list(
        "folders",
        doc: "Folders, with their subfolders, whose pictures may be read as frames."
    )
    /// Files that describe more meters.
    let displays = Setting.list(
        "displays",
        doc: "YAML files that describe more meters, like ocr-layouts.example.yaml."
    )
    let picturesKeep = Setting.duration(
        "pictures.keep",
        in: .seconds(60) ... .seconds(30 * 86_400),
        default: .seconds(1 * 3_600),
        doc: "How long a submitted picture and its result are kept; longer while it is queued."
    )
    let picturesLimit = Setting.int(
        "pictures.limit-mb",
        in: 10...100_000,
        default: 500,
        doc: "The total size of such pictures, in megabytes; more are rejected until some are read."
    )
    let managerHub = CommonSettings.sessionManagerHub

    /// Declares them.
    init() {}
}
