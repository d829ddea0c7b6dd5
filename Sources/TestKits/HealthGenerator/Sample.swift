/// One record as it is to be written.
struct Sample {
    let source: Person.Source
    let start: Int64
    let end: Int64
    /// When it came into the phone's store: an export before that does not have it.
    let created: Int64
    /// The value; nil where it is a name or absent.
    var amount: Amount?
    /// The name of a category.
    var name: String?
    /// Words about it.
    var metadata: [(key: String, value: String)] = []
    /// The seconds between the beats of the heart that are listed with it.
    var beats: [Double] = []

    init(_ source: Person.Source, _ start: Int64, _ end: Int64, created: Int64? = nil, _ amount: Amount? = nil) {
        self.source = source
        self.start = start
        self.end = end
        self.created = created ?? end
        self.amount = amount
    }
}

extension Sample {
    /// The same times with another one's words and value.
    func with(_ other: Sample) -> Sample {
        var copy = self
        copy.amount = other.amount
        copy.name = other.name
        copy.metadata = other.metadata
        return copy
    }
}
