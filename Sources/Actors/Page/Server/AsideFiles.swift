internal import Files
internal import FoundationEssentials
internal import Logging

/// The files of the page's state folder that could not be read and have another name since.
struct AsideFiles: Sendable {
    /// The part of a name between the file's own name and the time.
    private static let mark = ".unreadable-"

    /// One such file.
    struct Found: Sendable, Hashable {
        /// The name in the state folder, such as `limits.json.unreadable-20260301T094100Z`.
        let name: String
        /// The name that it had.
        let original: String
    }

    /// The page's state folder.
    let folder: String

    /// All such files, sorted by name; empty if the folder cannot be read.
    var all: [Found] {
        // Absent is nil: a folder that cannot be read has its own error at the start.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            guard let mark = name.firstRange(of: Self.mark), mark.lowerBound > name.startIndex else { return nil }
            return Found(name: name, original: String(name[..<mark.lowerBound]))
        }
    }

    /// Deletes one of them.
    ///
    /// - Parameter name: A name of ``all``; nothing else is deleted.
    /// - Throws: ``PageError`` `notFound`, `unavailable`.
    func delete(_ name: String) throws {
        guard all.contains(where: { $0.name == name }) else { throw PageError(.notFound, text: "error.page") }
        do {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        } catch {
            throw PageError(.unavailable, text: "error.store")
        }
    }

    /// Gives a file a name with the time; returns the name, nil if that is not possible.
    static func setAside(_ path: String, now: Date) -> String? {
        let time = now.formatted(.iso8601).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let name = URL(filePath: path).lastPathComponent + mark + time
        let folder = URL(filePath: path).deletingLastPathComponent().path
        // A second file of the same second keeps its own name.
        for place in [name] + (2...9).map({ "\(name)-\($0)" }) {
            guard !FileManager.default.fileExists(atPath: "\(folder)/\(place)") else { continue }
            do {
                try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/\(place)")
                return place
            } catch {
                return nil
            }
        }
        return nil
    }
}

/// The page's own files about limits and persons.
struct PageFiles: Sendable {
    let limits: LimitStore
    let labels: PersonLabels
    let plans: PersonPlans
    let notes: PersonNotes
    let units: PageUnits

    /// Reads them from the page's state folder.
    init(folder: URL, now: Date, logger: Logger) {
        let path = { (name: String) in folder.appendingPathComponent(name).path }
        limits = LimitStore(path("limits.json"), now: now, logger: logger)
        labels = PersonLabels(path("labels.json"), now: now, logger: logger)
        plans = PersonPlans(path("plans.json"), now: now, logger: logger)
        notes = PersonNotes(path("notes.json"), now: now, logger: logger)
        units = PageUnits(site: path("units.json"), persons: path("person-units.json"), now: now, logger: logger)
    }
}
