package import ActorRuntime
package import BusContract
package import DeliveryRules
internal import FoundationEssentials
package import MessageBus
package import VitalRecords

/// The Inform (v2) API by its public write contract, Inform Connect: one record a request, bearer token.
package struct InformDestination: ValidicAPI {
    /// The API.
    package static let api = CloudAPI.inform
    /// The keys of its configuration.
    package static let configurationKeys = InformKeys.keys
    /// Inform's names.
    package static let names = ValidicNames(logIDs: ["log_id"], serverID: "id")
    /// How the server handles a known log id: no public page describes it, so it is configured.
    package let repeats: RepeatPolicy
    /// The further answers with which it has taken nothing.
    package private(set) var refusedStatuses: Set<Int> = []
    let base: BaseURL
    let paths: InformPaths
    private let updatesByPut: Bool
    private let limits: ManyLimits

    /// Creates the destination.
    ///
    /// - Parameters:
    ///   - base: The API's base URL.
    ///   - paths: Its paths.
    ///   - repeats: How it handles a known log id.
    ///   - updatesByPut: Whether a record is changed by PUT with the server's id, else by POST again.
    ///   - limits: The size of one request, if the paths have one for several records.
    package init(
        base: BaseURL,
        paths: InformPaths = InformPaths(),
        repeats: RepeatPolicy,
        updatesByPut: Bool = true,
        limits: ManyLimits = ManyLimits()
    ) {
        self.limits = limits
        self.base = base
        self.paths = paths
        self.repeats = repeats
        self.updatesByPut = updatesByPut
    }

    /// Reads the configuration; nil without a base URL.
    package init?(_ configuration: ActorConfiguration) throws {
        let common = InformKeys().common
        guard let base = try configuration[common.baseURL] else { return nil }
        self.init(
            base: try BaseURL(base, key: common.baseURL.key.name),
            paths: try InformPaths(configuration),
            repeats: try configuration[common.repeats],
            updatesByPut: try configuration[\InformKeys.updates] == .put,
            limits: try common.limits(configuration)
        )
        refusedStatuses = try RefusedStatuses.read(common.refused, from: configuration)
    }

    /// POST of the record, or PUT under its log id if there is a path for that.
    package func create(_ record: VitalRecord, with credentials: SessionCredentials) throws -> DestinationRequest {
        if let upsert = paths.upsert {
            return try write(
                "PUT",
                record: record,
                url: path(upsert, record: record, id: nil, with: credentials),
                with: credentials
            )
        }
        return try write(
            "POST",
            record: record,
            url: path(nil, record: record, id: nil, with: credentials),
            with: credentials
        )
    }

    /// Several records are sent together if a path for them is configured.
    package var many: ManyLimits? { paths.many == nil ? nil : limits }

    /// The record's object, the same as in a single request.
    package func part(_ record: VitalRecord) throws -> ManyPart {
        let content = try InformRecord(record, type: Self.kind(record).type)
        return try ManyPart(record, json: content.json, leftOut: content.leftOut)
    }

    /// POST of `{"data": [...]}`: the list's own shape, since no public page has one for this.
    package func createMany(_ parts: [ManyPart], with credentials: SessionCredentials) throws -> DestinationRequest {
        guard let many = paths.many, let record = parts.first?.record else {
            throw UploaderError(
                .unsupportedType,
                message: "set destination.inform.paths.many to send several records at once"
            )
        }
        return DestinationRequest(
            "POST",
            url: try path(many, record: record, id: nil, with: credentials),
            headers: Self.headers(credentials, hasBody: true),
            body: try WireJSON.encode(JSONValue.object(["data": .array(parts.map(\.json))])),
            leftOut: parts.reduce(0) { $0 + $1.leftOut }
        )
    }

    /// PUT below the record's path with the server's id, or what ``create(_:with:)`` sends where so configured.
    package func update(
        _ record: VitalRecord,
        serverID: String?,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        guard updatesByPut, paths.upsert == nil else { return try create(record, with: credentials) }
        guard let serverID else { return nil }
        var request = try write(
            "PUT",
            record: record,
            url: path(paths.update, record: record, id: serverID, with: credentials),
            with: credentials
        )
        request.serverID = serverID
        return request
    }

    /// DELETE below the record's path with the server's id.
    package func delete(
        _ record: VitalRecord,
        serverID: String,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        DestinationRequest(
            "DELETE",
            url: try path(paths.delete, record: record, id: serverID, with: credentials),
            headers: Self.headers(credentials, hasBody: false),
            serverID: serverID
        )
    }

    /// GET of the user, which the mobile token may see.
    package func validate(_ credentials: SessionCredentials) -> DestinationRequest? {
        guard let path = paths.validate else { return nil }
        let values = [
            "org": credentials.organizationID, "user": credentials.userID, "token": credentials.token,
        ]
        return DestinationRequest(
            "GET",
            url: base.text + path.filled(values),
            headers: Self.headers(credentials, hasBody: false)
        )
    }

    /// The user's own object confirms.
    package func verdict(_ reply: DestinationReply, with credentials: SessionCredentials) -> CredentialVerdict {
        CredentialVerdict(reply) { body in
            body.json["uid"]?.text.map { $0 == credentials.userID } ?? (body.json["id"]?.text != nil)
        }
    }

    /// GET of the list of the record's day and its neighbours.
    package func lookup(
        _ record: VitalRecord,
        offset: Int,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        let days = LookupDays(record)
        let values = [
            "org": credentials.organizationID, "user": credentials.userID, "type": try Self.kind(record).path,
            "start": days.start, "end": days.end, "token": credentials.token, "offset": "\(offset)",
        ]
        return DestinationRequest(
            "GET",
            url: base.text + paths.lookup.filled(values),
            headers: Self.headers(credentials, hasBody: false)
        )
    }
}

extension InformDestination {
    /// The object in `data`, or the bare one.
    package static func object(in answer: JSONValue, of record: VitalRecord) -> JSONValue? {
        answer["data"].flatMap { if case .object = $0 { $0 } else { nil } } ?? answer
    }

    /// `{"data": [...]}`.
    package static func list(in answer: JSONValue, of type: RecordType) -> JSONValue? { answer["data"] }

    /// A deleted record stays in the list, with the time of that.
    package static func isPresent(_ row: JSONValue) -> Bool { row["deleted_at"]?.text == nil }

    /// `meta.total` counts all.
    package static func hasMore(_ answer: JSONValue, seen: Int) -> Bool {
        guard case .number(let total)? = answer["meta"]?["total"] else { return false }
        return total > Decimal(seen)
    }

    /// `{"message":"Invalid authentication credentials"}`, and texts that name the token.
    package static func refusesCredentials(_ answer: JSONValue) -> Bool {
        let words = APIBody(answer).words?.lowercased() ?? ""
        return ["credential", "token", "unauthorized"].contains { words.contains($0) }
    }
}

extension InformDestination {
    static func kind(_ record: VitalRecord) throws -> (path: String, type: String) {
        guard let kind = InformPaths.kind(record.type) else {
            throw UploaderError(
                .unsupportedType,
                message: "the Inform API has no path for records of type \(record.type)"
            )
        }
        return kind
    }

    /// A configured path, else the kind's path, followed by the id if one is given.
    private func path(
        _ own: PathTemplate?,
        record: VitalRecord,
        id: String?,
        with credentials: SessionCredentials
    ) throws -> String {
        let kind = try Self.kind(record).path
        var values = [
            "org": credentials.organizationID, "user": credentials.userID, "type": kind,
            "logID": record.logID.rawValue,
        ]
        values["id"] = id
        if let own { return base.text + own.filled(values) }
        guard let template = paths.write(kind) else {
            throw UploaderError(
                .unsupportedType,
                message:
                    "no public path accepts \(record.type) records: set \(InformKeys().intraday.key.name) to the destination's path"
            )
        }
        return base.text + template.filled(values) + (id.map { "/" + PathTemplate.encoded($0) } ?? "")
    }

    private func write(
        _ method: String,
        record: VitalRecord,
        url: String,
        with credentials: SessionCredentials
    ) throws -> DestinationRequest {
        let content = try InformRecord(record, type: Self.kind(record).type)
        return DestinationRequest(
            method,
            url: url,
            headers: Self.headers(credentials, hasBody: true),
            body: try WireJSON.encode(content.json),
            leftOut: content.leftOut
        )
    }

    static func headers(_ credentials: SessionCredentials, hasBody: Bool) -> [(name: String, value: String)] {
        let common = [("Accept", "application/json"), ("Authorization", "Bearer \(credentials.token)")]
        return hasBody ? common + [("Content-Type", "application/json")] : common
    }
}

extension InformDestination {
    /// Whether a path for images is configured.
    package var takesImages: Bool { paths.image != nil }

    /// POST of a form with the image, its own id, and the record's log id and server's id; bearer token.
    package func image(
        _ image: UploadGrant.Image,
        content: [UInt8],
        with credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        guard let path = try paths.image?.filled(for: image, with: credentials) else { return nil }
        let fields = [("image_id", image.imageID.rawValue), ("log_id", image.logID.rawValue)]
        let recordID = image.recordID.map { [("record_id", $0)] } ?? []
        let form = MultipartForm(
            fields + recordID,
            image: image,
            content: content
        )
        let headers = Self.headers(credentials, hasBody: false) + [("Content-Type", form.contentType)]
        return DestinationRequest("POST", url: base.text + path, headers: headers, body: form.bytes)
    }
}
