internal import SystemCalls

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Checks that only this user and root can change or replace a file, like sshd's `StrictModes`.
enum FileTrust {
    /// The facts about one file or directory that decide.
    struct Facts: Sendable {
        /// The path without symbolic links.
        let path: String
        /// The id of its owner.
        let owner: UInt32
        /// The id of its group.
        let group: UInt32
        /// Its mode bits.
        let mode: UInt32
    }

    /// The problem with a directory or one above it, with the command that fixes it; nil if there is none, or no
    /// directory.
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

    /// The problem with a file's owner, with the command that fixes it; nil if there is none, or no file.
    static func problem(ofFile path: String, user: UInt32 = geteuid()) -> String? {
        facts(path).flatMap { ownerProblem($0, user: user) }
    }

    /// Checks one directory.
    ///
    /// - Parameter isAbove: Whether it is above the directory in question; there a sticky bit protects the files of
    ///   others. A user's own group of the same number (the usual `umask 002`) has no other members, so it may write.
    static func problem(_ facts: Facts, user: UInt32, isAbove: Bool) -> String? {
        // Root chose to work in a user's checkout or a container's mount, and thereby trusts the owner of the
        // directories above.
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
