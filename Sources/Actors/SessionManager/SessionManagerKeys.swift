public import ActorRuntime

extension SessionManagerActor {
    /// The session manager's own configuration.
    public static let configurationKeys: [ConfigurationKey] = [
        ConfigurationKey(
            "seats",
            .list,
            "The site's seats. Devices are assigned to them; what no assignment and no person's word decides is held."
        ),
        ConfigurationKey(
            "seat.solo",
            .bool,
            default: "false",
            "Whether only the one seat's person ever has devices in radio range: unassigned ones are that person's then."
        ),
        ConfigurationKey(
            "shared-seats",
            .list,
            "Seats whose values may stand in events; '*' for all. Others' events carry no values."
        ),
        ConfigurationKey(
            "seat-units",
            .list,
            "Units of values that a person types without one: metric=unit, as blood_glucose=mmol/L, or "
                + "seat/metric=unit for one seat."
        ),
        .clockTrusted,
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
            "credentials.wait",
            .duration(.zero ... .seconds(60)),
            default: "8s",
            "How long a session's start waits for the server's word on its credentials, 2s less than the caller waits at most; "
                + "then it starts, and they are checked later. 0s never waits."
        ),
        ConfigurationKey(
            "records.keep",
            .duration(.seconds(3600) ... .seconds(10 * 365 * 86_400)),
            default: "90d",
            "How long delivered and deleted records are kept, for `recordHistory`; refused ones 30 days at least."
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
