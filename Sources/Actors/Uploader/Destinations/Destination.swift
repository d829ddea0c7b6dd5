package import ActorRuntime
package import BusContract
package import DeliveryRules
package import VitalRecords

/// One cloud API: its requests to list and write a record, and the meaning of its answers.
///
/// Pure but for its ``transport(_:)``: no input or output.
package protocol Destination: Sendable {
    /// The API that records name it by.
    static var api: CloudAPI { get }
    /// The keys of its configuration; the first sets its address.
    static var configurationKeys: [ConfigurationKey] { get }

    /// Reads its configuration.
    ///
    /// - Returns: nil without a configured address: its records wait.
    /// - Throws: `RuntimeError` for a wrong value, ``UploaderError`` for a destination that must not be.
    init?(_ configuration: ActorConfiguration) throws

    /// The transport of its requests, created once at the uploader's start.
    ///
    /// - Parameter http: The plain one, over HTTP.
    /// - Returns: The given transport, a wrapper around it, or a new one.
    func transport(_ http: any DestinationTransport) -> any DestinationTransport

    /// How it handles a log id that it already knows.
    var repeats: RepeatPolicy { get }

    /// The answers, in addition to 425, 429 and 503, with which it has accepted nothing, as its operator knows.
    var refusedStatuses: Set<Int> { get }

    /// Whether it shows accepted records at once; otherwise `lookup.settle` sets the time.
    var showsAtOnce: Bool { get }

    /// The limits for several records in one request; nil if each is sent alone.
    var many: ManyLimits? { get }

    /// A record as part of a request with several.
    ///
    /// - Throws: ``UploaderError`` `nothingToUpload` or `unsupportedType`.
    func part(_ record: VitalRecord) throws -> ManyPart
    /// The request that makes several records of one session and type.
    ///
    /// - Throws: ``UploaderError`` `unsupportedType` if it has no path for the type.
    func createMany(_ parts: [ManyPart], with credentials: SessionCredentials) throws -> DestinationRequest
    /// The meaning of the answer to ``createMany(_:with:)``, for each of its records or for all.
    func answer(_ reply: DestinationReply, toMany records: [VitalRecord]) -> ManyAnswer
    /// The request that makes a record.
    ///
    /// - Throws: ``UploaderError`` `nothingToUpload` or `unsupportedType`.
    func create(_ record: VitalRecord, with credentials: SessionCredentials) throws -> DestinationRequest
    /// The request that changes a stored record; nil if that needs the server's id and it is unknown.
    ///
    /// - Throws: ``UploaderError`` `nothingToUpload` or `unsupportedType`.
    func update(
        _ record: VitalRecord,
        serverID: String?,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest?
    /// The request that deletes a record under the server's id.
    ///
    /// - Throws: ``UploaderError`` `unsupportedType`.
    func delete(_ record: VitalRecord, serverID: String, with credentials: SessionCredentials) throws
        -> DestinationRequest
    /// The request that lists the records around a record's time.
    ///
    /// - Throws: ``UploaderError`` `unsupportedType`.
    func lookup(_ record: VitalRecord, offset: Int, with credentials: SessionCredentials) throws -> DestinationRequest
    /// The request that asks whether a record is there as this grant wants it, or is deleted there.
    ///
    /// - Throws: ``UploaderError`` `unsupportedType`.
    func lookup(
        _ record: VitalRecord,
        isDeletion: Bool,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest
    /// The request that checks a session's credentials; nil if there is no check.
    func validate(_ credentials: SessionCredentials) -> DestinationRequest?
    /// Whether it has a path for images.
    var takesImages: Bool { get }
    /// The request that adds an image to a stored record; nil without a path for images.
    ///
    /// - Throws: ``UploaderError`` `recordIDUnknown`.
    func image(
        _ image: UploadGrant.Image,
        content: [UInt8],
        with credentials: SessionCredentials
    ) throws -> DestinationRequest?
    /// The meaning of the answer to an image, and the image's address.
    func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?)
    /// The meaning of the answer to a written or deleted record.
    func answer(_ reply: DestinationReply, to record: VitalRecord) -> DestinationAnswer
    /// The meaning of the answer to a look-up.
    func found(_ reply: DestinationReply, record: VitalRecord, offset: Int) -> LookupResult
    /// The meaning of the answer to ``validate(_:)``.
    func verdict(_ reply: DestinationReply, with credentials: SessionCredentials) -> CredentialVerdict
}

extension Destination {
    /// The API version that records name it by, for example `inform`.
    package var name: String { Self.api.rawValue }

    /// Only the statuses that always mean it.
    package var refusedStatuses: Set<Int> { [] }

    /// A list that may lag.
    package var showsAtOnce: Bool { false }

    /// A list that shows the stored records, for every purpose.
    package func lookup(
        _ record: VitalRecord,
        isDeletion: Bool,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        try lookup(record, offset: offset, with: credentials)
    }

    /// Over HTTP.
    package func transport(_ http: any DestinationTransport) -> any DestinationTransport { http }

    /// One request for each record.
    package var many: ManyLimits? { nil }

    /// Nothing goes with others.
    package func part(_ record: VitalRecord) throws -> ManyPart { throw Self.takesOneOnly }

    /// Nothing goes with others.
    package func createMany(_ parts: [ManyPart], with credentials: SessionCredentials) throws -> DestinationRequest {
        throw Self.takesOneOnly
    }

    /// Of no record.
    package func answer(_ reply: DestinationReply, toMany records: [VitalRecord]) -> ManyAnswer { .each([:]) }

    private static var takesOneOnly: UploaderError {
        UploaderError(.unsupportedType, message: "the destination '\(api)' accepts only single records")
    }

    /// It accepts no images.
    package var takesImages: Bool { false }

    /// It accepts no images.
    package func image(
        _ image: UploadGrant.Image,
        content: [UInt8],
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? { nil }

    /// It accepts no images.
    package func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?) {
        (DestinationAnswer(status: reply.status, body: .foreign), nil)
    }

    /// The meaning of an answer to a look-up that is not a list.
    func noList(_ reply: DestinationReply, record: VitalRecord) -> LookupResult {
        var answer = answer(reply, to: record)
        // This API always lists the records of a success, so another server answered.
        if (200...299).contains(reply.status), answer.body == .api { answer.body = .foreign }
        return .refused(answer)
    }
}
