/// The users of a scale or cuff that keeps several people apart, by the numbers in its FIT files.
enum FITUsers {
    private static let scale: UInt16 = 30
    private static let cuff: UInt16 = 51

    /// The user of a weight or a blood pressure (FIT profile, `user_profile_index`); nil if it names none.
    ///
    /// The upper four bits of a message index are marks.
    static func index(of message: FITMessage) -> Int? {
        let value: Int64? =
            switch message.number {
            case scale: message[12]
            case cuff: message[9]
            default: nil
            }
        return value.map { Int($0 & 0x0FFF) }
    }

    /// Whether a message's values are those of one user of its device.
    static func isPersonal(_ message: FITMessage) -> Bool { [scale, cuff].contains(message.number) }

    /// Whose values are taken of some files.
    ///
    /// - Parameter wanted: The user that was asked for; nil if nobody said.
    /// - Returns: The user whose values are taken, and no unnamed ones; nil takes all, of files that name one at most.
    /// - Throws: ``HealthInputsError`` `severalPeople` if there are several and nobody said whose are meant, or the one
    ///   that is meant is none of them.
    static func chosen(_ wanted: Int?, in files: [HealthFile]) throws -> Int? {
        var found: Set<Int> = []
        for file in files { found.formUnion(indexes(in: file)) }
        if let wanted, found.contains(wanted) { return wanted }
        guard found.count > 1 || (wanted != nil && !found.isEmpty) else { return nil }
        let names = found.sorted().map(String.init).joined(separator: ", ")
        let seen =
            wanted.map { "the file has no values of user \($0) of the device: it has those of \(names)" }
            ?? "the file has values of several users of the device: \(names)"
        throw HealthInputsError(
            .severalPeople,
            message: seen + "; nothing of it was taken: say whose are meant by --user-index"
        )
    }

    /// The users in one file, up to where it is damaged; reading it later tells the damage.
    private static func indexes(in file: HealthFile) -> Set<Int> {
        var found: Set<Int> = []
        // Absent is nil: what cannot be opened is told when it is read.
        guard let source = try? file.open() else { return found }
        var decoder = FITDecoder(ByteWindow(source) { _ in })
        do {
            while try decoder.nextFile() {
                while let message = try decoder.next() { index(of: message).map { _ = found.insert($0) } }
            }
        } catch {
            return found
        }
        return found
    }
}
