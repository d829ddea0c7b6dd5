public import MessageBus

/// What `health-importer` publishes and serves.
public enum HealthTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [
            healthRecordsProcessed.descriptor, historicalFetchProgress.descriptor, historicalFetchCompleted.descriptor,
            importProgress.descriptor, importCompleted.descriptor,
        ] + importFile.descriptors + observe.descriptors + fetchHistoricalSets.descriptors
        + cancelHistoricalFetch.descriptors + imports.descriptors + cancelImport.descriptors + eraseImports.descriptors

    private static func serves<B, R>(_ name: String, to callers: [BusRole], line: Int = #line) -> Operation<B, R> {
        Operation(.healthImporter, name: name, callers: callers, line: line)
    }

    private static func event<Payload>(_ name: String, line: Int = #line) -> Topic<Payload> {
        Topic(
            name,
            at: "event/\(name)",
            writers: [TopicGrant(.healthImporter, reach: .own)],
            readers: TopicGrant.watchers,
            line: line
        )
    }

    /// Records of one type were made from an export and stored in the outbox.
    public static let healthRecordsProcessed: Topic<HealthRecordsProcessed> = event("healthRecordsProcessed")
    /// The progress of a historical fetch.
    public static let historicalFetchProgress: Topic<HistoricalFetchProgress> = event("historicalFetchProgress")
    /// A historical fetch has ended.
    public static let historicalFetchCompleted: Topic<HistoricalFetchCompleted> = event("historicalFetchCompleted")
    /// The progress of an import; at most several times a second.
    public static let importProgress: Topic<ImportState> = event("importProgress")
    /// An import has ended, is held, or has failed.
    public static let importCompleted: Topic<ImportState> = event("importCompleted")

    /// Imports a file on the importer's machine.
    public static let importFile: Operation<ImportFile, ImportState> = serves("importFile", to: .operators)
    /// Replaces the watched folders of a seat; without `paths` it only lists them.
    public static let observe: Operation<ObserveFolders, ObservedFolders> = serves("observe", to: .operators)
    /// Makes records of whole past days from what the seat's person has already exported.
    public static let fetchHistoricalSets: Operation<FetchHistoricalSets, HistoricalFetch> =
        serves("fetchHistoricalSets", to: .operators)
    /// Ends historical fetches; records that they have already made stay.
    public static let cancelHistoricalFetch: Operation<CancelHistoricalFetch, CancelledFetches> =
        serves("cancelHistoricalFetch", to: .operators)
    /// The imports, the latest first.
    public static let imports: Operation<ImportsRequest, ImportList> = serves("imports", to: .carers)
    /// Ends an import that waits or runs; records that it has already handed over stay.
    public static let cancelImport: Operation<CancelImport, CancelledImports> = serves("cancelImport", to: .operators)
    /// Erases what the importer has of a seat's persons: anchors, uploads over HTTP, and waiting records.
    public static let eraseImports: Operation<SeatReference, ImportsErased> = serves("eraseImports", to: .operators)
}
