public import ActorRuntime

extension SessionManagerActor {
    /// The session manager's own configuration.
    public static let configurationKeys: [ConfigurationKey] = [
        ConfigurationKey(
            "seats",
            .list,
            "The site's seats. With exactly one, its readings need no assignment; with several, devices are assigned."
        ),
        ConfigurationKey(
            "shared-seats",
            .list,
            "Seats whose values may stand in events; '*' for all. Others' events carry no values."
        ),
        ConfigurationKey(
            "lease",
            .duration(.seconds(2) ... .seconds(600)),
            default: "60s",
            "How long an uploader may keep a record before another gets it."
        ),
        ConfigurationKey(
            "rate.per-hour",
            .int(0...1_000_000),
            default: "2000",
            "The most requests an hour and access token; 0 for no limit. Inform allows 2,000."
        ),
        ConfigurationKey(
            "retry.base",
            .duration(.milliseconds(10) ... .seconds(600)),
            default: "2s",
            "The first delay of a record that could not be delivered; it doubles with each attempt, with full jitter."
        ),
        ConfigurationKey(
            "retry.cap",
            .duration(.milliseconds(10) ... .seconds(86_400)),
            default: "15min",
            "The longest such delay."
        ),
        ConfigurationKey(
            "unsynced.keep",
            .duration(.seconds(3600) ... .seconds(365 * 86_400)),
            default: "7d",
            "How long records are kept that were not delivered when their session ended."
        ),
        ConfigurationKey(
            "images.keep",
            .duration(.seconds(3600) ... .seconds(365 * 86_400)),
            default: "30d",
            "How long an image may wait for its delivery before it is given up."
        ),
        ConfigurationKey(
            "held-pictures.keep",
            .duration(.seconds(3600) ... .seconds(365 * 86_400)),
            default: "30d",
            "How long the picture of a reading is kept that waits for a person; the reading stays."
        ),
        ConfigurationKey(
            "images.waiting-mb",
            .int(10...1_000_000),
            default: "1000",
            "The most megabytes of images that wait; more are refused until some are delivered."
        ),
    ]
}
