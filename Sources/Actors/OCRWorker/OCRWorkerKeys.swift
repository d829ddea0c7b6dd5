package import ActorRuntime

/// The OCR worker's own configuration keys.
package enum OCRWorkerKeys {
    static let isDispatcher = Setting.bool(
        "ocr.dispatcher",
        default: false,
        "Whether this worker owns the queue, serves requests and reads cameras: exactly one at its hub does."
    )
    static let dispatcherHub = Setting.id(
        "ocr.dispatcher-hub",
        "The hub of the worker that owns the queue; the own hub by default."
    )
    static let lease = Setting.duration(
        "ocr.lease",
        in: .seconds(2) ... .seconds(600),
        default: .seconds(60),
        "How long a worker may keep a picture before another gets it."
    )
    static let holdsUncertain = Setting.bool(
        "hold-uncertain",
        default: true,
        "Whether a reading is held for a person too that is not certain enough to be taken for right."
    )
    static let sharesValues = Setting.bool(
        "share-values",
        default: false,
        "Whether measured values stand in events."
    )
    static let previews = Setting.bool(
        "previews",
        default: true,
        "Whether an operator may ask to see a camera's frames while a display is read; they are kept for a minute."
    )
    static let cameras = Setting.list(
        "cameras",
        "Cameras and MJPEG streams, each as name=/dev/video0 or name=http://address."
    )
    static let folders = Setting.list(
        "folders",
        "Folders whose pictures may be read as frames, with what is below them."
    )
    /// Files that describe more meters.
    package static let displays = Setting.list(
        "displays",
        "YAML files that describe more meters, as ocr-layouts.example.yaml does."
    )
    static let picturesKeep = Setting.duration(
        "pictures.keep",
        in: .seconds(60) ... .seconds(30 * 86_400),
        default: .seconds(1 * 3_600),
        "How long a picture that was handed over is kept, and what was seen in it; longer while it waits."
    )
    static let picturesLimit = Setting.int(
        "pictures.limit-mb",
        in: 10...100_000,
        default: 500,
        "The most megabytes of such pictures; more are refused until some are read."
    )

    /// All of them, in the order of the help.
    static let all: [ConfigurationKey] = [
        isDispatcher.key, dispatcherHub.key, lease.key, holdsUncertain.key, sharesValues.key, previews.key, cameras.key,
        folders.key, displays.key, picturesKeep.key, picturesLimit.key, CommonSettings.sessionManagerHub.key,
    ]
}
