/// What all records of an import have in common: once in memory, and not copied with each of them.
final class RecordContext: Sendable {
    let options: HealthImportOptions

    init(_ options: HealthImportOptions) {
        self.options = options
    }
}
