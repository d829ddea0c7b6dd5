/// Records as clients send them.
enum Samples {
    static func measurement(_ logID: String, value: Int = 120, day: String = "2026-02-24") -> String {
        """
        {"log_id":"\(logID)","type":"measurement","version":"1.0","start_time":"\(day)T12:30:09Z",
        "end_time":"\(day)T12:30:09Z","utc_offset":-18000,"source":{"type":"bluetooth"},
        "metrics":[{"type":"systolic","origin":"device","unit":"mmHg","value":\(value)}]}
        """
    }

    static func biometrics(_ logID: String, token: String, systolic: Int = 120) -> String {
        """
        {"biometrics":{"timestamp":"2026-02-24T12:30:09+00:00","utc_offset":"+00:00","systolic":\(systolic),
        "data_id":"\(logID)"},"access_token":"\(token)"}
        """
    }
}
