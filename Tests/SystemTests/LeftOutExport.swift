import Foundation
import SimulatedHub
import TestSupport
import health_fuzz

/// An export with many elements to leave out, each for another reason.
enum LeftOutExport {
    /// The reasons that the folder's files give.
    static let reasons: Set<String> = [
        "impossible", "incomplete", "noMeasurement", "noTimeInBed", "repeated", "unknownElement", "unknownFile",
        "unknownUnit", "unreadableFile",
    ]

    /// Writes an unpacked export together with files of other kinds, and returns the folder's path.
    static func write(to folder: LineFolder) throws -> String {
        let path = "\(folder.path)/everything"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var files = ["export.xml": apple, "notes.txt": "nothing of health", "old.zip": "PK\u{3}\u{4} and no more"]
        // A day in both layouts of one account: the table counts.
        files["weight_2026-05-01.csv"] = "timestamp,weight grams,data source\n2026-05-27T05:33:27Z,71400,Scale App\n"
        files["weight-2026-05-27.json"] =
            #"[{"logId":1,"weight":157.4,"bmi":23.1,"date":"05/27/26","time":"05:33:27"}]"#
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)")) }
        return path
    }

    /// Writes a cuff's file with values of two users, and returns its path.
    static func writeCuff(to folder: LineFolder) throws -> String {
        var fit = FITBuilder()
        fit.define(0, 0, [.byte(0), .short(1)])
        fit.add(0, [14, 1])
        fit.define(1, 51, [.long(253), .short(0), .short(1), .short(9)])
        fit.add(1, [1_141_000_000, 128, 81, 0])
        fit.add(1, [1_141_000_060, 152, 95, 1])
        let path = "\(folder.path)/cuff.fit"
        try Data(fit.file).write(to: URL(filePath: path))
        return path
    }

    /// The person of ``SmallExport`` with an impossible weight, one in an unknown unit, a pulse of zero, half a blood
    /// pressure, a noise level and a night without the time in bed.
    private static var apple: String {
        let records = [
            record("QuantityTypeIdentifierBodyMass", #"unit="kg" value="9000""#),
            record("QuantityTypeIdentifierBodyMass", #"unit="firkin" value="2""#),
            record("QuantityTypeIdentifierHeartRate", #"unit="count/min" value="0""#),
            record("QuantityTypeIdentifierBloodPressureSystolic", #"unit="mmHg" value="128""#),
            record("QuantityTypeIdentifierHeadphoneAudioExposure", #"unit="dBASPL" value="70""#),
            record("CategoryTypeIdentifierSleepAnalysis", #"value="HKCategoryValueSleepAnalysisAsleepUnspecified""#),
        ]
        let whole = SmallExport(days: 1, weights: 1).text
        return whole.replacing("</HealthData>", with: records.joined(separator: "\n") + "\n</HealthData>")
    }

    private static func record(_ type: String, _ more: String) -> String {
        #" <Record type="HK\#(type)" sourceName="Notes" startDate="2025-01-01 01:00:00 +0000" "#
            + #"endDate="2025-01-01 07:00:00 +0000" \#(more)/>"#
    }
}
