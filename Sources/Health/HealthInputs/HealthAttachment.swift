/// A file beside the samples that is noted and not read: a route, an ECG.
public struct HealthAttachment: Hashable, Sendable {
    /// What it holds.
    public enum Kind: String, Hashable, Sendable {
        /// Where a workout went (GPX).
        case workoutRoute
        /// An electrocardiogram; its file holds the person's name.
        case electrocardiogram
        /// A document of a clinic (FHIR).
        case clinicalRecord
    }

    /// What it holds.
    public var kind: Kind
    /// Its path within the input.
    public var path: String

    /// Makes an attachment.
    public init(kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }
}
