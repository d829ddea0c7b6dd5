public import ActorRuntime
internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging

extension RadioLink {
    /// Where the operator's catalogue file is; scanner and reader read the same one.
    static let catalogueKey = ConfigurationKey(
        "catalogue.file",
        .path,
        "A JSON file with changes to the peripheral catalogue and entries of your own; none when not set."
    )

    /// The catalogue with the operator's file.
    ///
    /// A file that is missing or wrong stops nothing: the built-in catalogue is used, and ``LoadedCatalogue/problem``
    /// says what is wrong.
    ///
    /// - Throws: `RuntimeError` for a wrong configuration.
    public static func catalogue(_ context: ActorContext) throws -> LoadedCatalogue {
        guard let path = try context.configuration.stringIfSet("catalogue.file") else {
            return LoadedCatalogue(catalogue: .standard, problem: nil)
        }
        let loaded = LoadedCatalogue.load(path)
        if let problem = loaded.problem {
            context.logger.error("the catalogue file is not used", metadata: ["error": "\(problem)"])
        }
        return loaded
    }
}
