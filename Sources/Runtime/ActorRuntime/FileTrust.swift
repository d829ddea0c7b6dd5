internal import SystemCalls

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Whether nobody but this user and root can change or swap a file, as sshd's `StrictModes` asks it.
enum FileTrust {
    /// What decides about one file or directory.
    struct Facts: Sendable {
        /// The path without symbolic links.
        let path: String
        /// The user that it belongs to.
        let owner: UInt32
        /// The group that it belongs to.
        let group: UInt32
        /// Its mode's bits.
        let mode: UInt32
    }

    /// What is wrong with a directory or one above it, and the command that mends it; nil for nothing, or where none is.
    static func problem(ofDirectory path: String, user: UInt32 = geteuid()) -> String? {
        guard var place = resolved(path) else { return nil }
        var isAbove = false
        while true {
            if let facts = facts(place), let problem = problem(facts, user: user, isAbove: isAbove) { return problem }
            guard place != "/", let slash = place.lastIndex(of: "/") else { return nil }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
            isAbove = true
        }
    }

    /// What is wrong with a file's owner, and the command that mends it; nil for nothing, or where none is.
    static func problem(ofFile path: String, user: UInt32 = geteuid()) -> String? {
        facts(path).flatMap { ownerProblem($0, user: user) }
    }

    /// The rule for one directory.
    ///
    /// - Parameter isAbove: Whether it is above the one asked about: there a sticky bit protects what others own. A user's
    ///   own group of the same number (the usual `umask 002`) has no other members, so it may write.
    static func problem(_ facts: Facts, user: UInt32, isAbove: Bool) -> String? {
        // Root works in a user's checkout or a container's mount by its own will: the owner above is one that it trusts.
        if !isAbove || user != 0, let problem = ownerProblem(facts, user: user) { return problem }
        if isAbove, facts.mode & S_ISVTX != 0 { return nil }
        let isOwnGroup = facts.group == facts.owner
        let forbidden = isOwnGroup ? S_IWOTH : S_IWOTH | S_IWGRP
        guard facts.mode & forbidden != 0 else { return nil }
        return "\(facts.path) can be written by other users, who could replace its contents: chmod go-w \(facts.path)"
    }

    private static func ownerProblem(_ facts: Facts, user: UInt32) -> String? {
        guard facts.owner != user, facts.owner != 0 else { return nil }
        return "\(facts.path) belongs to user \(facts.owner), not to user \(user) or root: run this as user "
            + "\(facts.owner), or chown \(user) \(facts.path)"
    }

    private static func facts(_ path: String) -> Facts? {
        FileStatus(at: path).map { Facts(path: path, owner: $0.owner, group: $0.group, mode: $0.mode) }
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path.isEmpty ? "." : path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
