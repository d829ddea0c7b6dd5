internal import ActorRuntime

/// The legacy API's paths: the public partner write path; whether the mobile SDK posts there is not public.
package struct LegacyPaths: Sendable {
    static let defaultCreate = "/v1/organizations/{org}/users/{user}/{type}.json"
    static let defaultUpdate = "/v1/organizations/{org}/users/{user}/{type}/{id}.json"
    static let defaultValidate = "/v1/me.json?authentication_token={token}"
    static let defaultLookup =
        "/v1/organizations/{org}/users/{user}/{type}.json?access_token={token}&start_date={start}&end_date={end}"
        + "&limit=200&offset={offset}"

    let create: PathTemplate
    let update: PathTemplate
    let delete: PathTemplate
    /// The path for images; nil if images are not sent.
    let image: PathTemplate?
    /// The path that checks credentials; nil if none does.
    let validate: PathTemplate?
    let lookup: PathTemplate
    /// The path that creates several records at once; nil to send them one by one.
    let many: PathTemplate?

    /// The default paths.
    ///
    /// - Parameters:
    ///   - image: Where images are posted.
    ///   - many: Where several records are made in one request.
    package init(image: PathTemplate? = nil, many: PathTemplate? = nil) {
        self.image = image
        self.many = many
        create = PathTemplate(Self.defaultCreate)
        update = PathTemplate(Self.defaultUpdate)
        delete = PathTemplate(Self.defaultUpdate)
        validate = PathTemplate(Self.defaultValidate)
        lookup = PathTemplate(Self.defaultLookup)
    }

    init(_ configuration: ActorConfiguration) throws {
        create = PathTemplate(try configuration[\LegacyKeys.create])
        update = PathTemplate(try configuration[\LegacyKeys.update])
        delete = PathTemplate(try configuration[\LegacyKeys.delete])
        image = try configuration[\LegacyKeys.common.imagePath].map { PathTemplate($0) }
        validate = PathTemplate(unlessOff: try configuration[\LegacyKeys.validate])
        lookup = PathTemplate(try configuration[\LegacyKeys.lookup])
        many = try configuration[\LegacyKeys.common.manyPath].map { PathTemplate($0) }
    }
}
