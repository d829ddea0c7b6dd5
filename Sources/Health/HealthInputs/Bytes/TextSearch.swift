/// Looks for short words in short texts, without what makes searches in long texts fast.
enum TextSearch {
    /// Whether a text has a word in it, byte for byte.
    static func contains(_ text: String, _ word: String) -> Bool {
        var text = Array(text.utf8)[...]
        let word = Array(word.utf8)
        while text.count >= word.count {
            if text.starts(with: word) { return true }
            text.removeFirst()
        }
        return false
    }
}
