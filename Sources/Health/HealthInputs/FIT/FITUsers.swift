/// The users of a scale or cuff for several people, identified by the numbers in its FIT files.
enum FITUsers {
    private static let scale: UInt16 = 30
    private static let cuff: UInt16 = 51

    /// The user of a weight or a blood pressure (FIT profile, `user_profile_index`); nil if the message does not name
    /// one.
    ///
    /// The upper four bits of a message index are flags.
    static func index(of message: FITMessage) -> Int? {
        let value: Int64? =
            switch message.number {
            case scale: message[12]
            case cuff: message[9]
            default: nil
            }
        return value.map { Int($0 & 0x0FFF) }
    }

    /// Whether a message's values belong to one user of its device.
    static func isPersonal(_ message: FITMessage) -> Bool { [scale, cuff].contains(message.number) }

    /// Chooses the user whose values are taken from some files.
    ///
    /// - Parameter wanted: The requested user; nil if none was requested.
    /// - Returns: The only user whose values are taken; nil takes all, for files that name at most one user.
    /// - Throws: ``HealthInputsError`` `severalPeople` if there are several users but none was requested, or the
    ///   requested one is not among them.
    static func chosen(_ wanted: Int?, in files: [HealthFile]) throws -> Int? {
        var found: Set<Int> = []
        for file in files { found.formUnion(indexes(in: file)) }
        if let wanted, found.contains(wanted) { return wanted }
        guard found.count > 1 || (wanted != nil && !found.isEmpty) else { return nil }
        let names = found.sorted().map(String.init).joined(separator: ", ")
        let seen =
            wanted.map { "the file has no values of user \($0) of the device: it has values of \(names)" }
            ?? "the file has values of several users of the device: \(names)"
        throw HealthInputsError(
            .severalPeople,
            message: seen + "; the file was not imported: choose the user with --user-index"
        )
    }

    /// The users in one file, up to where it is damaged; the later reading reports the damage.
    private static func indexes(in file: HealthFile) -> Set<Int> {
        var found: Set<Int> = []
        // Absent is nil: the later reading reports a file that cannot be opened.
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
