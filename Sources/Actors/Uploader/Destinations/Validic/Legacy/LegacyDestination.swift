package import ActorRuntime
package import BusContract
package import DeliveryRules
internal import FoundationEssentials
package import MessageBus
package import VitalRecords

/// The legacy (v1) API by its public partner write path: the body has the token and the record.
package struct LegacyDestination: ValidicAPI {
    /// The API.
    package static let api = CloudAPI.legacy
    /// The keys of its configuration.
    package static let configurationKeys = LegacyKeys.keys
    /// The first version's names.
    package static let names = ValidicNames(logIDs: ["activity_id", "data_id"], serverID: "_id")
    /// How the server handles a known id: the public page only requires it to be unique.
    package let repeats: RepeatPolicy
    static let headers = [("Accept", "application/json"), ("Content-Type", "application/json")]
    /// The further answers with which it has taken nothing.
    package private(set) var refusedStatuses: Set<Int> = []
    let base: BaseURL
    let paths: LegacyPaths
    private let limits: ManyLimits
    private let places: LegacyPlaces

    /// Creates the destination.
    ///
    /// - Parameters:
    ///   - base: The API's base URL.
    ///   - paths: Its paths.
    ///   - repeats: How it handles a known id.
    ///   - limits: The size of one request, if the paths have one for several records.
    ///   - places: The places of values that have no field on the public pages.
    package init(
        base: BaseURL,
        paths: LegacyPaths = LegacyPaths(),
        repeats: RepeatPolicy,
        limits: ManyLimits = ManyLimits(),
        places: LegacyPlaces = LegacyPlaces()
    ) {
        self.limits = limits
        self.places = places
        self.base = base
        self.paths = paths
        self.repeats = repeats
    }

    /// Reads the configuration; nil without a base URL.
    package init?(_ configuration: ActorConfiguration) throws {
        let common = LegacyKeys().common
        guard let base = try configuration[common.baseURL] else { return nil }
        self.init(
            base: try BaseURL(base, key: common.baseURL.key.name),
            paths: try LegacyPaths(configuration),
            repeats: try configuration[common.repeats],
            limits: try common.limits(configuration),
            places: try LegacyPlaces(configuration[\LegacyKeys.reproductive])
        )
        refusedStatuses = try RefusedStatuses.read(common.refused, from: configuration)
    }

    /// POST of the record.
    package func create(_ record: VitalRecord, with credentials: SessionCredentials) throws -> DestinationRequest {
        try write("POST", record: record, path: paths.create, id: nil, with: credentials)
    }

    /// Several records are sent together if a path for them is configured.
    package var many: ManyLimits? { paths.many == nil ? nil : limits }

    /// The record's object, the same as in a single request.
    package func part(_ record: VitalRecord) throws -> ManyPart {
        let content = try LegacyRecord(record, places: places)
        return try ManyPart(record, json: content.json, leftOut: content.leftOut)
    }

    /// POST of `{"<type>": [...], "access_token"}`: a list in place of one record's object, since no public page has a
    /// shape for this.
    package func createMany(_ parts: [ManyPart], with credentials: SessionCredentials) throws -> DestinationRequest {
        guard let many = paths.many, let record = parts.first?.record else {
            throw UploaderError(
                .unsupportedType,
                message: "set destination.legacy.paths.many to send several records at once"
            )
        }
        let body = JSONValue.object([
            record.type.rawValue: .array(parts.map(\.json)), "access_token": .string(credentials.token),
        ])
        return DestinationRequest(
            "POST",
            url: base.text + many.filled(Self.values(record, with: credentials)),
            headers: Self.headers,
            body: try WireJSON.encode(body),
            leftOut: parts.reduce(0) { $0 + $1.leftOut }
        )
    }

    /// PUT with the server's id.
    package func update(
        _ record: VitalRecord,
        serverID: String?,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        guard let serverID else { return nil }
        var request = try write("PUT", record: record, path: paths.update, id: serverID, with: credentials)
        request.serverID = serverID
        return request
    }

    /// DELETE with the server's id; the body has the token.
    package func delete(
        _ record: VitalRecord,
        serverID: String,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        var values = Self.values(record, with: credentials)
        values["id"] = serverID
        return DestinationRequest(
            "DELETE",
            url: base.text + paths.delete.filled(values),
            headers: Self.headers,
            body: try WireJSON.encode(JSONValue.object(["access_token": .string(credentials.token)])),
            serverID: serverID
        )
    }

    /// GET of the token's own user.
    package func validate(_ credentials: SessionCredentials) -> DestinationRequest? {
        guard let path = paths.validate else { return nil }
        let values = [
            "org": credentials.organizationID, "user": credentials.userID, "token": credentials.token,
        ]
        return DestinationRequest("GET", url: base.text + path.filled(values), headers: [Self.headers[0]])
    }

    /// The token is valid if the server answers `{"me": {"_id": ...}}`.
    ///
    /// The id cannot be compared, because sessions may name users by another id.
    package func verdict(_ reply: DestinationReply, with credentials: SessionCredentials) -> CredentialVerdict {
        CredentialVerdict(reply) { $0.json["me"]?["_id"]?.text != nil }
    }

    /// GET of the list of the record's day and its neighbours.
    package func lookup(
        _ record: VitalRecord,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        let days = LookupDays(record)
        var values = Self.values(record, with: credentials)
        values["start"] = days.start + "T00:00:00+00:00"
        values["end"] = days.end + "T23:59:59+00:00"
        values["token"] = credentials.token
        values["offset"] = "\(offset)"
        return DestinationRequest("GET", url: base.text + paths.lookup.filled(values), headers: [Self.headers[0]])
    }
}

extension LegacyDestination {
    /// `{"code", "message", "<type>": {...}}`.
    package static func object(in answer: JSONValue, of record: VitalRecord) -> JSONValue? {
        answer[record.type.rawValue]
    }

    /// `{"summary": {...}, "<type>": [...]}`.
    package static func list(in answer: JSONValue, of type: RecordType) -> JSONValue? { answer[type.rawValue] }

    /// Deleted records are not listed.
    package static func isPresent(_ row: JSONValue) -> Bool { true }

    /// The summary names the next page, or counts all.
    package static func hasMore(_ answer: JSONValue, seen: Int) -> Bool {
        if answer["summary"]?["next"]?.text?.isEmpty == false { return true }
        guard case .number(let total)? = answer["summary"]?["results"] else { return false }
        return total > Decimal(seen)
    }

    /// A wrong token is answered `{"code":403,"message":"Forbidden","errors":"Bad request"}`.
    package static func refusesCredentials(_ answer: JSONValue) -> Bool {
        answer["code"] == .number(403) && answer["message"]?.text == "Forbidden"
    }
}

extension LegacyDestination {
    private func write(
        _ method: String,
        record: VitalRecord,
        path: PathTemplate,
        id: String?,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        let content = try LegacyRecord(record, places: places)
        var values = Self.values(record, with: credentials)
        values["id"] = id
        let body = JSONValue.object([
            record.type.rawValue: content.json, "access_token": .string(credentials.token),
        ])
        return DestinationRequest(
            method,
            url: base.text + path.filled(values),
            headers: Self.headers,
            body: try WireJSON.encode(body),
            leftOut: content.leftOut
        )
    }

    private static func values(_ record: VitalRecord, with credentials: SessionCredentials) -> [String: String] {
        ["org": credentials.organizationID, "user": credentials.userID, "type": record.type.rawValue]
    }
}

extension LegacyDestination {
    /// Whether a path for images is configured.
    package var takesImages: Bool { paths.image != nil }

    /// POST of a form with the token, the image, its own id, and the record's ids.
    package func image(
        _ image: UploadGrant.Image,
        content: [UInt8],
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        guard let path = try paths.image?.filled(for: image, with: credentials) else { return nil }
        let fields = [
            ("access_token", credentials.token), ("image_id", image.imageID.rawValue),
            ("activity_id", image.logID.rawValue),
        ]
        let recordID = image.recordID.map { [("record_id", $0)] } ?? []
        let form = MultipartForm(
            fields + recordID,
            image: image,
            content: content
        )
        let headers = [Self.headers[0], ("Content-Type", form.contentType)]
        return DestinationRequest("POST", url: base.text + path, headers: headers, body: form.bytes)
    }
}
