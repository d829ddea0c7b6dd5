import Foundation

/// Holds a database's write lock, like a backup or a stalled disk.
final class DatabaseLock: Sendable {
    struct NotTaken: Error {}

    private let process = Process()
    private let input = Pipe()

    /// Takes the lock.
    ///
    /// - Throws: ``NotTaken``, or the error of starting Python.
    init(_ path: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            print("locked", flush=True)
            sys.stdin.read()
            """,
            path,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("locked") else {
            throw NotTaken()
        }
    }

    /// Releases the lock, as does the end of this object.
    func release() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// Changes a database from outside, like a defect.
enum DatabaseDamage {
    struct Failed: Error {}

    /// Executes one statement.
    ///
    /// - Throws: ``Failed``, or the error of starting Python.
    static func make(_ path: String, _ statement: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], timeout=20); d.execute(sys.argv[2]); d.commit()",
            path, statement,
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
    }
}
