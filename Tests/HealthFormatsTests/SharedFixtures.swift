import Archive
import Foundation

/// The shared fixtures of health inputs, found above the sources, or nil where they are absent.
enum SharedFixtures {
    static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let found = folder.appending(path: "shared/fixtures/health")
            if FileManager.default.fileExists(atPath: found.path) { return found }
        }
        return nil
    }()

    /// The bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: path)))
    }

    /// The paths of the files of a folder.
    static func files(_ path: String) throws -> [String] {
        guard let folder else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
            .map { path + "/" + $0 }
    }

    /// The truth of the synthetic files.
    static func truth() throws -> Truth {
        try JSONDecoder().decode(Truth.self, from: Data(try bytes("other-synthetic/truth.json")))
    }
}

/// What the synthetic files hold, day by day of Berlin.
struct Truth: Decodable {
    struct Day: Decodable {
        let steps: Int
        let hr_min: Int
        let hr_max: Int
        let hr_n: Int
        let weight_kg: Double
        let sleep_minutes: [String: Int]
    }

    struct Workout: Decodable {
        let km: Double
        let kcal: Double
    }

    let days: [String: Day]
    let workouts: [Workout]
}
