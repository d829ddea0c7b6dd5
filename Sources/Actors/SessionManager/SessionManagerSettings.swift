internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import QueueStore

/// The session manager's own configuration keys.
struct SessionManagerKeys: SettingTable {
    let seats = CommonSettings.seats
    let soloSeat = CommonSettings.soloSeat
    let sharedSeats = CommonSettings.sharedSeats
    let vitalSeats = CommonSettings.vitalSeats
    let seatUnits = Setting.list(
        "seat-units",
        doc: "Units of values that a person types without one: metric=unit, such as blood_glucose=mmol/L, or "
            + "seat/metric=unit for one seat. The page shows values in them, unless an operator chose others there."
    )
    let clockTrusted = CommonSettings.clockTrusted
    let lease = Setting.duration(
        "lease",
        in: .seconds(2) ... .seconds(600),
        default: .seconds(60),
        doc: "How long an uploader may keep a record before another gets it."
    )
    let ratePerHour = Setting.int(
        "rate.per-hour",
        in: 0...1_000_000,
        default: 2_000,
        doc: "The most requests an hour per access token of inform and legacy; 0 for no limit. Inform allows 2,000."
    )
    /// The rates of destinations that take no personal token.
    let furtherRates = CloudAPI.known.filter { !$0.needsToken }.map { (api: $0.rawValue, perHour: rate(of: $0)) }
    let retryBase = Setting.duration(
        "retry.base",
        in: .milliseconds(10) ... .seconds(600),
        default: .seconds(2),
        doc: "The first delay of a record that could not be delivered; it doubles with each attempt, with full jitter."
    )
    let retryCap = Setting.duration(
        "retry.cap",
        in: .milliseconds(10) ... .seconds(86_400),
        default: .seconds(15 * 60),
        doc: "The longest such delay."
    )
    let credentialsWait = Setting.duration(
        "credentials.wait",
        in: .zero ... .seconds(60),
        default: .seconds(8),
        doc:
            "How long a session's start waits for the server to check its credentials, at most 2s less than the caller waits. Then it starts, and the check follows later. 0s never waits."
    )
    let recordsKeep = Setting.duration(
        "records.keep",
        in: .seconds(3600) ... .seconds(10 * 365 * 86_400),
        default: .seconds(90 * 86_400),
        doc: "How long delivered and deleted records are kept, for `recordHistory`; rejected ones at least 30 days."
    )
    let unsyncedKeep = Setting.duration(
        "unsynced.keep",
        in: .seconds(3600) ... .seconds(365 * 86_400),
        default: .seconds(7 * 86_400),
        doc: "How long undelivered records of ended sessions are kept."
    )
    let imagesKeep = Setting.duration(
        "images.keep",
        in: .seconds(3600) ... .seconds(365 * 86_400),
        default: .seconds(30 * 86_400),
        doc: "How long an undelivered image is kept."
    )
    let heldPicturesKeep = Setting.duration(
        "held-pictures.keep",
        in: .seconds(3600) ... .seconds(365 * 86_400),
        default: .seconds(30 * 86_400),
        doc: "How long the picture of a held reading is kept; the reading stays."
    )
    let imagesWaiting = Setting.int(
        "images.waiting-mb",
        in: 10...1_000_000,
        default: 1_000,
        doc: "The total size of queued images, in megabytes; more are rejected until some are delivered."
    )

    /// The rate setting of a destination that takes no personal token.
    private static func rate(of api: CloudAPI) -> Setting<Int> {
        .int(
            "rate.\(api).per-hour",
            in: 0...1_000_000,
            default: 0,
            doc: "The most requests an hour to all of \(api); 0 for no limit."
        )
    }
}

/// The session manager's configuration, read once at the start.
struct SessionManagerSettings: Sendable {
    /// The seats whose values may appear in events; nil for all.
    let sharedSeats: Set<String>?
    /// The seats whose newest values are published, one topic per metric.
    let vitalSeats: Set<String>
    /// Decides whose a reading is.
    let ownership: Ownership
    /// The units for numbers that are typed without a unit.
    let units: SeatUnits
    /// The delays between the attempts of one record.
    let backoff: Backoff
    /// How many requests an access token may make.
    let rates: RateLimit
    /// How long an uploader may hold a record.
    let lease: Duration
    /// How long a session's start waits at most for the server to check its credentials.
    let credentialsWait: Duration
    /// How long finished and abandoned data is kept.
    let retention: QueueRetention
    /// The most bytes of images that may wait for delivery.
    let waitingImageBytes: Int
    /// Whether to trust the machine's clock, whatever the kernel says.
    let isClockTrusted: Bool

    /// Reads and checks the configuration.
    ///
    /// - Throws: `RuntimeError` `configuration`, for example if `seat.solo` is set with several seats.
    init(_ configuration: ActorConfiguration) throws {
        let shared = try configuration[\SessionManagerKeys.sharedSeats]
        sharedSeats = shared.contains("*") ? nil : Set(shared)
        vitalSeats = Set(try configuration[\SessionManagerKeys.vitalSeats])
        ownership = try Self.ownership(configuration)
        units = try SeatUnits(configuration[\SessionManagerKeys.seatUnits])
        backoff = Backoff(
            base: try configuration[\SessionManagerKeys.retryBase],
            cap: try configuration[\SessionManagerKeys.retryCap]
        )
        rates = RateLimit(
            perHour: try configuration[\SessionManagerKeys.ratePerHour],
            exceptions: try SessionManagerKeys().furtherRates.reduce(into: [:]) { rates, further in
                rates[further.api] = try configuration[further.perHour]
            }
        )
        lease = try configuration[\SessionManagerKeys.lease]
        credentialsWait = try configuration[\SessionManagerKeys.credentialsWait]
        let records = try configuration[\SessionManagerKeys.recordsKeep]
        retention = QueueRetention(
            rejected: max(.seconds(30 * 86_400), records),
            submitted: records,
            unsynced: try configuration[\SessionManagerKeys.unsyncedKeep],
            images: try configuration[\SessionManagerKeys.imagesKeep],
            heldPictures: try configuration[\SessionManagerKeys.heldPicturesKeep]
        )
        waitingImageBytes = try configuration[\SessionManagerKeys.imagesWaiting] * 1_000_000
        isClockTrusted = try configuration[CommonSettings.clockTrusted]
    }

    private static func ownership(_ configuration: ActorConfiguration) throws -> Ownership {
        let seats = try configuration[\SessionManagerKeys.seats]
        let isSolo = try configuration[\SessionManagerKeys.soloSeat]
        guard !isSolo || seats.count == 1 else {
            throw RuntimeError(
                .configuration,
                message:
                    "seat.solo means that all devices in range belong to one person: name exactly one seat in 'seats', not "
                    + "\(seats.count)"
            )
        }
        return Ownership(seats: seats, isSolo: isSolo)
    }
}
