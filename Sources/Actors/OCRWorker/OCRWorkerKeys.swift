package import ActorRuntime

/// The OCR worker's own configuration keys.
package struct OCRWorkerKeys: SettingTable {
    let isDispatcher = Setting.bool(
        "ocr.dispatcher",
        default: false,
        doc: "Whether this worker owns the queue, serves requests and reads cameras: exactly one at its hub does."
    )
    let dispatcherHub = Setting.id(
        "ocr.dispatcher-hub",
        doc: "The hub of the worker that owns the queue; the own hub by default."
    )
    let lease = Setting.duration(
        "ocr.lease",
        in: .seconds(2) ... .seconds(600),
        default: .seconds(60),
        doc: "How long a worker may keep a picture before another gets it."
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
    package let displays = Setting.list(
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
    package init() {}
}
