/// Where a table of Samsung Health has what it says.
struct SamsungColumns {
    let header: CSVHeader
    let start: Int?
    let end: Int?
    let offset: Int?
    let day: Int?
    let sourceType: Int?

    init(_ header: CSVHeader) {
        self.header = header
        start = header.column("start_time")
        end = header.column("end_time")
        offset = header.column("time_offset")
        day = header.column("day_time")
        sourceType = header.column("source_type")
    }

    /// The row's times: they are in UTC, whatever its offset; a row without an end is a moment.
    func times(_ row: CSVReader) -> (start: Int64, end: Int64)? {
        guard let start = time(row, start) else { return nil }
        return (start, time(row, end) ?? start)
    }

    /// How far the phone's clock was ahead of UTC, of `UTC+0900`, in seconds.
    func utcOffset(_ row: CSVReader) -> Int? {
        guard let offset else { return nil }
        let text = row.text(offset)
        guard text.hasPrefix("UTC") else { return nil }
        return CivilMoment("1970-01-01 00:00:00 " + text.dropFirst(3))?.offset
    }

    /// The row's local day: its time is the day's midnight in UTC, in milliseconds, or as a date.
    func localDay(_ row: CSVReader) -> Int? {
        guard let day else { return nil }
        if let milliseconds = row.integer(day) {
            let number = Int(milliseconds / 86_400_000)
            return milliseconds >= 0 ? number : nil
        }
        return row.moment(day)?.day
    }

    private func time(_ row: CSVReader, _ column: Int?) -> Int64? {
        guard let column else { return nil }
        if let moment = row.moment(column) { return moment.offset == nil ? moment.clock : moment.time }
        return row.integer(column).map { $0 / 1_000 }
    }
}
