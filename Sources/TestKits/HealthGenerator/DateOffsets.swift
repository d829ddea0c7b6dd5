/// Which offset from UTC stands in the dates of an export.
package enum DateOffsets: String, CaseIterable, Sendable {
    /// That of the phone on the day of the export, in all of them: what Apple's exports have.
    case export
    /// That of the place and the day of each sample.
    case local
}
