public import ActorRuntime

extension OCRWorkerActor {
    /// The worker's own configuration.
    public static let configurationKeys: [ConfigurationKey] = [
        ConfigurationKey(
            "ocr.dispatcher",
            .bool,
            default: "false",
            "Whether this worker owns the queue, serves requests and reads cameras: exactly one at its hub does."
        ),
        ConfigurationKey(
            "ocr.dispatcher-hub",
            .id,
            "The hub of the worker that owns the queue; the own hub by default."
        ),
        ConfigurationKey(
            "ocr.lease",
            .duration(.seconds(2) ... .seconds(600)),
            default: "60s",
            "How long a worker may keep a picture before another gets it."
        ),
        ConfigurationKey(
            "hold-uncertain",
            .bool,
            default: "true",
            "Whether a reading is held for a person too that is not certain enough to be taken for right."
        ),
        ConfigurationKey(
            "share-values",
            .bool,
            default: "false",
            "Whether measured values stand in events."
        ),
        ConfigurationKey(
            "previews",
            .bool,
            default: "true",
            "Whether an operator may ask to see a camera's frames while a display is read; they are kept for a minute."
        ),
        ConfigurationKey(
            "cameras",
            .list,
            "Cameras and MJPEG streams, each as name=/dev/video0 or name=http://address."
        ),
        ConfigurationKey("folders", .list, "Folders whose pictures may be read as frames, with what is below them."),
        ConfigurationKey("displays", .list, "YAML files that describe more meters, as ocr-layouts.example.yaml does."),
        ConfigurationKey(
            "pictures.keep",
            .duration(.seconds(60) ... .seconds(30 * 86_400)),
            default: "1h",
            "How long a picture that was handed over is kept, and what was seen in it; longer while it waits."
        ),
        ConfigurationKey(
            "pictures.limit-mb",
            .int(10...100_000),
            default: "500",
            "The most megabytes of such pictures; more are refused until some are read."
        ),
        ConfigurationKey("session-manager.hub", .string, default: "site", "The hub of the session manager."),
    ]
}
