internal import ActorRuntime

/// The uploader's own configuration keys.
struct UploaderKeys: SettingTable {
    let ownerHub = Setting.id(
        "session-manager.hub",
        default: "site",
        doc: "The hub of the session manager that owns the queue."
    )
    let concurrency = Setting.int("concurrency", in: 1...64, default: 4, doc: "How many requests run at a time.")
    let prefetch = Setting.int(
        "prefetch",
        in: 0...128,
        doc:
            "How many records an uploader holds in addition to those being sent. Default: as many as are sent at a time, or "
            + "one full group."
    )
    let pullInterval = Setting.duration(
        "pull.interval",
        in: .milliseconds(50) ... .seconds(10),
        default: .seconds(5),
        doc: "The longest time between two requests for work."
    )
    let ackTimeout = Setting.duration(
        "ack.timeout",
        in: .milliseconds(50) ... .seconds(60),
        default: .seconds(5),
        doc: "How long to wait for the session manager's reply to an outcome before it is reported again."
    )
    let ackRetryCap = Setting.duration(
        "ack.retry-cap",
        in: .milliseconds(10) ... .seconds(600),
        default: .seconds(30),
        doc: "The longest pause between two attempts to report an outcome."
    )
    let clockTrusted = CommonSettings.clockTrusted
    let ledgerRetention = Setting.duration(
        "ledger.retention",
        in: .seconds(3600) ... .seconds(31_536_000),
        default: .seconds(30 * 86_400),
        doc: "How long finished attempts stay in the ledger."
    )
    let lookupSettle = Setting.duration(
        "lookup.settle",
        in: .zero ... .seconds(86_400),
        doc:
            "How long a destination's list may lag. A possibly sent record that the list lacks is sent again only after this time and a second look-up. Default: 5 min for history, and for live "
            + "records lookup.settle-live."
    )
    let lookupSettleLive = Setting.duration(
        "lookup.settle-live",
        in: .zero ... .seconds(86_400),
        doc:
            "The same for live records, counted from the time when the request can no longer arrive (request.timeout). Default: lookup.settle "
            + "if that is set, else 10 s: a live record is settled 30 s after its request broke off."
    )

    let requestTimeout = Setting.duration(
        "request.timeout",
        in: .milliseconds(100) ... .seconds(300),
        default: .seconds(15),
        doc: "The time limit of one request; twice this must fit into the session manager's lease."
    )
    let imageTimeout = Setting.duration(
        "image.timeout",
        in: .milliseconds(100) ... .seconds(300),
        default: .seconds(30),
        doc:
            "The time limit of one image's request; it must fit into the session manager's lease with some seconds to spare."
    )
    let tlsAuthority = Setting.path(
        "tls.authority",
        doc: "PEM file of the trusted certificate authorities. Default: the system's."
    )
    let proxy = Setting.text(
        "proxy",
        doc: "An HTTP proxy's URL. Default: none, the environment is ignored."
    )
}
