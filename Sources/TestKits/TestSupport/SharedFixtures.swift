package import Foundation

/// The shared fixtures of health inputs, found above the sources, or nil where they are absent.
package enum SharedFixtures {
    /// Their folder.
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

    /// The paths of the files of a folder.
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

/// What the synthetic files of other makers hold, day by day of Berlin.
package struct SharedTruth: Decodable, Sendable {
    /// A day.
    package struct Day: Decodable, Sendable {
        /// Steps.
        package let steps: Int
        /// The lowest heart rate.
        package let hr_min: Int
        /// The highest heart rate.
        package let hr_max: Int
        /// How many heart rates there are.
        package let hr_n: Int
        /// The weight in kilograms.
        package let weight_kg: Double
        /// Minutes of sleep by the stage, of the night that ends on the day.
        package let sleep_minutes: [String: Int]
    }

    /// A workout.
    package struct Workout: Decodable, Sendable {
        /// Kilometres.
        package let km: Double
        /// Kilocalories.
        package let kcal: Double
    }

    /// The days by their dates.
    package let days: [String: Day]
    /// The workouts, in the order of time.
    package let workouts: [Workout]
}
