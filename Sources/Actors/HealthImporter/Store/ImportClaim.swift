/// Whose a file is, as far as the importer remembers.
public enum ImportClaim: Sendable, Hashable {
    /// Nothing says that it is another person's.
    case granted
    /// The file came for another person before.
    case anotherPersonsFile
    /// The file names another person than this person's first one did.
    case namesAnother
    /// The file names the person of another session user's files.
    case namedForAnother
}
