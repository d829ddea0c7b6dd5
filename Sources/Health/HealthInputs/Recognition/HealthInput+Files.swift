internal import Archive

extension HealthInput {
    /// The files that belong to the input's kind, in the order of their names; one where it is no archive.
    var files: [HealthFile] {
        guard let archive else {
            let source = source
            return [HealthFile(name: name) { () throws(ArchiveError) in PlainReader(source) }]
        }
        let all = archive.entries.map { entry in
            HealthFile(name: entry.name) { () throws(ArchiveError) in try archive.reader(of: entry) }
        }
        return all.filter { kind.recognizes($0.head) }.sorted { $0.name < $1.name }
    }
}

extension HealthInputKind {
    /// Whether a file begins as one of this kind does.
    func recognizes(_ head: [UInt8]) -> Bool {
        switch self {
        case .healthAutoExport: AutoExportReader.recognizes(head)
        case .takeoutFit: TakeoutFitReader.recognizes(head)
        case .fitbit: FitbitReader.recognizes(head)
        case .samsungHealth: SamsungHealthReader.recognizes(head)
        case .fit: FITReader.recognizes(head)
        case .appleHealth, .healthConnect: false
        }
    }
}
