internal import VitalRecords

extension CivilDateTime {
    /// The date and time so many minutes later, or nil where it leaves the years 1 to 9999.
    func adding(minutes: Int) -> CivilDateTime? {
        let total = daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second + minutes * 60
        let rest = (total % 86_400 + 86_400) % 86_400
        return CivilDateTime(daysSince1970: (total - rest) / 86_400, secondOfDay: rest)
    }
}
