public import MessageBus
internal import VitalRecords

/// What a role may put into one field of a request; ``Reach/table`` lists all rules.
///
/// The broker limits an account's requests by topic. These rules limit what a request says about others.
public struct ReachRule: Sendable {
    /// What a field is checked against.
    public enum Bound: String, Sendable, CaseIterable {
        /// The sender's own hub.
        case ownHub
        /// The kind of readings that the role makes.
        case ownKind
        /// A seat of the sender's hub, or one that a person asked this hub to measure (`expectReadings`).
        case ownSeat
        /// As `ownSeat`; a reading for another seat is held instead of refused, so that no reading is lost.
        case ownSeatElseHeld
        /// A device that is assigned to no other hub's seat, or that a person asked this hub to pair
        /// (`expectReadings`).
        case freeDevice
        /// A record of a reading that the sender's hub made.
        case ownRecord
        /// A reading of a display: its key is random, so it cannot match another reading.
        case pictureKey
        /// A hub, seat, device, record or held reading of the sender's hub; for the command line of a hub's box.
        case boxOwn
        /// As `boxOwn`; a request without a seat gets only the entries of the sender's hub's seats.
        case boxListed
        /// Refused: this changes the whole site. For the command line of a hub's box.
        case siteOnly
    }

    /// A part of a request that a rule checks.
    enum Said: Sendable, Hashable {
        case hub(String)
        case kind(SourceKind)
        case seat(String?)
        case device(DeviceID, seat: String)
        case record(LogID)
        case reading(ReadingKey?)
        case assigned(DeviceID)
        case everything
    }

    /// The actor that serves the request.
    public let server: BusRole
    /// The operation's name.
    public let operation: String
    /// The role that sends the request.
    public let role: BusRole
    /// The field, such as `records[].seat`.
    public let field: String
    /// What the field is checked against.
    public let bound: Bound
    /// The message's name.
    let request: String
    let said: @Sendable (any Sendable) -> [Said]
}

/// Which role may say what in a request, in addition to the broker's rights.
public enum Reach {
    /// The kind of readings that each producer makes.
    ///
    /// People may submit any kind for any hub.
    static let kinds: [BusRole: SourceKind] = [
        .deviceReader: .bluetooth, .healthImporter: .healthImport, .ocrWorker: .ocr,
    ]

    /// All rules.
    ///
    /// No rule applies to the processes of the server's own hub: anyone with access to the server controls the site.
    public static let table: [ReachRule] = readings + assignments + images + imports + box

    private static let readings: [ReachRule] =
        kinds.keys.sorted { $0.rawValue < $1.rawValue }.map { role in
            rule(SessionOperations.submitRecords, of: role, at: "records[].source.kind", is: .ownKind) { body in
                body.records.map { .kind($0.source.kind) }
            }
        }
        // A worker also reads the pictures of other hubs; a person confirms each of its readings.
        + [.deviceReader, .healthImporter].flatMap { role in
            [
                rule(SessionOperations.submitRecords, of: role, at: "records[].hub", is: .ownHub) { body in
                    body.records.map { .hub($0.hub.rawValue) }
                },
                rule(SessionOperations.submitRecords, of: role, at: "records[].seat", is: .ownSeatElseHeld) { body in
                    body.records.map { .seat($0.seat?.rawValue) }
                },
            ]
        }

    private static let assignments: [ReachRule] = [
        rule(SessionOperations.assignDevice, of: .deviceReader, at: "seat", is: .ownSeat) { [.seat($0.seat)] },
        rule(SessionOperations.assignDevice, of: .deviceReader, at: "device", is: .freeDevice) {
            [.device($0.device, seat: $0.seat)]
        },
    ]

    private static let images: [ReachRule] = [
        rule(SessionOperations.putImage, of: .deviceReader, at: "logID", is: .ownRecord) { [.record($0.logID)] },
        rule(SessionOperations.imagePart, of: .deviceReader, at: "logID", is: .ownRecord) { [.record($0.logID)] },
        rule(SessionOperations.putHeldPicture, of: .ocrWorker, at: "readingKey", is: .pictureKey) {
            [.reading($0.readingKey)]
        },
        rule(SessionOperations.heldPicturePart, of: .ocrWorker, at: "readingKey", is: .pictureKey) {
            [.reading($0.readingKey)]
        },
    ]

    private static let imports: [ReachRule] = [
        rule(SessionOperations.subscriptions, of: .healthImporter, at: "seat", is: .ownSeat) { [.seat($0.seat)] }
    ]

    private static let byRequest = Dictionary(grouping: table) { $0.request + " " + $0.role.rawValue }

    /// The rules for one role's request.
    static func rules(of request: String, by role: String) -> [ReachRule] { byRequest["\(request) \(role)"] ?? [] }

    static func rule<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        of role: BusRole,
        at field: String,
        is bound: ReachRule.Bound,
        said: @escaping @Sendable (Body) -> [ReachRule.Said]
    ) -> ReachRule {
        ReachRule(
            server: operation.server,
            operation: operation.name,
            role: role,
            field: field,
            bound: bound,
            request: operation.request.descriptor.name
        ) { body in (body as? Body).map(said) ?? [] }
    }
}
