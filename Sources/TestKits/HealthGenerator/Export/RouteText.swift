/// The route of a workout, as phones write it into an archive (GPX 1.1).
struct RouteText {
    private static let count = 20

    private let workout: ExportTruth.Workout

    init(_ workout: ExportTruth.Workout) { self.workout = workout }

    /// The text of the file.
    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>Route</name><trkseg>
        \((0..<Self.count).map(point).joined(separator: "\n"))
        </trkseg></trk></gpx>

        """
    }

    private func point(_ number: Int) -> String {
        let time = workout.start + (workout.end - workout.start) * Int64(number) / Int64(Self.count)
        let extensions = "<speed>2.5\(number)</speed><course>9\(number % 10).5</course><hAcc>4.2</hAcc><vAcc>3.1</vAcc>"
        return "<trkpt lon=\"13.4\(number)\" lat=\"52.5\(number)\"><ele>34.\(number)</ele>"
            + "<time>\(Self.text(time))</time><extensions>\(extensions)</extensions></trkpt>"
    }

    /// Formats a time as `2026-03-01T08:05:00Z`.
    private static func text(_ time: Int64) -> String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let second = time % 86_400
        return CivilDay(number: Int(time / 86_400)).text
            + "T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }
}
