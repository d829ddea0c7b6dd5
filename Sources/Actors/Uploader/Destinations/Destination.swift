package import ActorRuntime
package import BusContract
package import DeliveryRules
package import VitalRecords

/// One cloud API: how a record is asked for and written there, and what its answers mean.
///
/// Pure but for its ``transport(_:)``: no input or output.
package protocol Destination: Sendable {
    /// The API that records name it by.
    static var api: CloudAPI { get }
    /// The keys of its configuration; the first says where it is.
    static var configurationKeys: [ConfigurationKey] { get }

    /// Reads its configuration.
    ///
    /// - Returns: nil where nothing says where it is: its records wait.
    /// - Throws: `RuntimeError` for a wrong value, ``UploaderError`` for a destination that must not be.
    init?(_ configuration: ActorConfiguration) throws

    /// What its requests go by, asked once at the uploader's start.
    ///
    /// - Parameter http: The plain one, over HTTP.
    /// - Returns: That one as it is, a wrapped one, or one of its own.
    func transport(_ http: any DestinationTransport) -> any DestinationTransport

    /// What it does with a log id that it knows already.
    var repeats: RepeatPolicy { get }

    /// The answers, beside 425, 429 and 503, with which it has taken nothing, as its operator knows.
    var refusedStatuses: Set<Int> { get }

    /// Whether it shows at once what it has taken; else `lookup.settle` says when it must.
    var showsAtOnce: Bool { get }

    /// Where it takes several records in one request, and how much; nil where each goes by itself.
    var many: ManyLimits? { get }

    /// A record as it stands in a request that makes several.
    ///
    /// - Throws: ``UploaderError`` `nothingToUpload` or `unsupportedType`.
    func part(_ record: VitalRecord) throws -> ManyPart
    /// The request that makes several records of one session and type.
    ///
    /// - Throws: ``UploaderError`` `unsupportedType` where there is no path for it.
    func createMany(_ parts: [ManyPart], with credentials: SessionCredentials) throws -> DestinationRequest
    /// What the answer to ``createMany(_:with:)`` is, for each of its records or for all.
    func answer(_ reply: DestinationReply, toMany records: [VitalRecord]) -> ManyAnswer
    /// The request that makes a record.
    ///
    /// - Throws: ``UploaderError`` `nothingToUpload` or `unsupportedType`.
    func create(_ record: VitalRecord, with credentials: SessionCredentials) throws -> DestinationRequest
    /// The request that changes a record that is there; nil where that needs the server's id and none is known.
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
    /// The request that lists what is there around a record's time.
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
    /// The request that asks whether a session's credentials are good; nil where nobody is asked.
    func validate(_ credentials: SessionCredentials) -> DestinationRequest?
    /// Whether it has a path for images.
    var takesImages: Bool { get }
    /// The request that adds an image to a record that is there; nil where there is no path for images.
    ///
    /// - Throws: ``UploaderError`` `recordIDUnknown`.
    func image(
        _ image: UploadGrant.Image,
        content: [UInt8],
        with credentials: SessionCredentials
    ) throws -> DestinationRequest?
    /// What the answer to an image is, and where the image is shown.
    func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?)
    /// What the answer to a written or deleted record is.
    func answer(_ reply: DestinationReply, to record: VitalRecord) -> DestinationAnswer
    /// What the answer to a look-up says.
    func found(_ reply: DestinationReply, record: VitalRecord, offset: Int) -> LookupResult
    /// What the answer to ``validate(_:)`` says of the credentials.
    func verdict(_ reply: DestinationReply, with credentials: SessionCredentials) -> CredentialVerdict
}

extension Destination {
    /// The API version that records name it by, for example `inform`.
    package var name: String { Self.api.rawValue }

    /// None beside those that say so by themselves.
    package var refusedStatuses: Set<Int> { [] }

    /// A list that may lag.
    package var showsAtOnce: Bool { false }

    /// A list that tells what is there, whatever is wanted.
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

    /// Each record goes by itself.
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
        UploaderError(.unsupportedType, message: "the destination '\(api)' takes each record by itself")
    }

    /// It takes no images.
    package var takesImages: Bool { false }

    /// It takes no images.
    package func image(
        _ image: UploadGrant.Image,
        content: [UInt8],
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? { nil }

    /// Nobody's: it takes no images.
    package func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?) {
        (DestinationAnswer(status: reply.status, body: .foreign), nil)
    }

    /// What an answer to a look-up is that is no list.
    func noList(_ reply: DestinationReply, record: VitalRecord) -> LookupResult {
        var answer = answer(reply, to: record)
        // A success without a list is not this API's, whatever else it has.
        if (200...299).contains(reply.status), answer.body == .api { answer.body = .foreign }
        return .refused(answer)
    }
}
