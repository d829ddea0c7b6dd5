import FoundationEssentials

/// A post of the app Health Auto Export.
struct Post {
    private var metrics: [String: [String]] = [:]

    /// The day in most tests: 1 November 2026 (UTC).
    static let day = Date(timeIntervalSince1970: 1_793_491_200)

    /// A time on that day.
    static func time(_ hour: Double) -> Date { day.addingTimeInterval(hour * 3_600) }

    /// Adds a value at a time, as the app does for hours and minutes.
    func adding(_ value: Int, _ hour: Double, by source: String = "Watch", of metric: String = "step_count") -> Post {
        adding("{\"qty\":\(value),\"source\":\"\(source)\",\"date\":\"\(Self.text(hour))\"}", metric)
    }

    /// Adds a value for a period.
    func adding(
        _ value: Int,
        from start: Double,
        to end: Double,
        by source: String = "Watch",
        of metric: String = "step_count"
    ) -> Post {
        let times = "\"start\":\"\(Self.text(start))\",\"end\":\"\(Self.text(end))\""
        return adding("{\"qty\":\(value),\"source\":\"\(source)\",\(times)}", metric)
    }

    /// Adds a stage of sleep.
    func adding(stage: String, from start: Double, to end: Double, by source: String = "Watch") -> Post {
        let times = "\"startDate\":\"\(Self.text(start))\",\"endDate\":\"\(Self.text(end))\""
        return adding("{\"value\":\"\(stage)\",\"source\":\"\(source)\",\(times)}", "sleep_analysis")
    }

    private func adding(_ point: String, _ metric: String) -> Post {
        var post = self
        post.metrics[metric, default: []].append(point)
        return post
    }

    /// The body of the post.
    var text: String {
        let units = ["step_count": "count", "active_energy": "kcal", "basal_energy_burned": "kcal"]
        let all = metrics.sorted { $0.key < $1.key }.map { name, points in
            let unit = units[name] ?? "count"
            return "{\"name\":\"\(name)\",\"units\":\"\(unit)\",\"data\":[\(points.joined(separator: ","))]}"
        }
        return "{\"data\":{\"metrics\":[\(all.joined(separator: ","))]}}"
    }

    private static func text(_ hour: Double) -> String {
        let text = time(hour).formatted(.iso8601)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
    }
}
