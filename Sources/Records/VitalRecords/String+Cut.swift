extension String {
    /// The text's beginning of so many bytes of UTF-8 at most, cut between two scalars.
    ///
    /// A character can have any number of combining marks, so characters limit nothing.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, limit))
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
