package import Foundation

/// The shared fixtures of health inputs, if there are any above the sources.
package enum SharedFixtures {
    /// The folder of the fixtures; nil if absent.
    package static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let found = folder.appending(path: "shared/fixtures/health")
            if FileManager.default.fileExists(atPath: found.path) { return found }
        }
        return nil
    }()

    /// The bytes of a file.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: path)))
    }

    /// The paths of the files in a folder.
    package static func files(_ path: String) throws -> [String] {
        guard let folder else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
            .map { path + "/" + $0 }
    }

    /// The truth of the synthetic files.
    package static func truth() throws -> SharedTruth {
        try JSONDecoder().decode(SharedTruth.self, from: Data(try bytes("other-synthetic/truth.json")))
    }
}

/// The truth of the synthetic files of other vendors, by day in Berlin.
package struct SharedTruth: Decodable, Sendable {
    /// The values of a day.
    package struct Day: Decodable, Sendable {
        /// The number of steps.
        package let steps: Int
        /// The lowest heart rate.
        package let hr_min: Int
        /// The highest heart rate.
        package let hr_max: Int
        /// The number of heart rates.
        package let hr_n: Int
        /// The weight in kilograms.
        package let weight_kg: Double
        /// Minutes of sleep by stage, for the night that ends on the day.
        package let sleep_minutes: [String: Int]
    }

    /// A workout.
    package struct Workout: Decodable, Sendable {
        /// Distance in kilometres.
        package let km: Double
        /// Energy in kilocalories.
        package let kcal: Double
    }

    /// The days by date.
    package let days: [String: Day]
    /// The workouts by ascending time.
    package let workouts: [Workout]
}
