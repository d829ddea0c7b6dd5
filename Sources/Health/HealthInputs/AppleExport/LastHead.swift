/// What type, source and unit of the last record stand for: those of the next one are nearly always the same text.
struct LastHead {
    /// The number of the record's tag; -1 where it is not known.
    var tag = -1
    var type = 0
    var source = 0
    var unit: Int?
}
