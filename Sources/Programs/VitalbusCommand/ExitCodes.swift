/// The exit codes of `vitalbus`: those of `sysexits.h`, each with what it tells a script.
package enum ExitCodes {
    /// What was asked is done.
    static let done: Int32 = 0
    /// What was asked did not come about, or something is wrong.
    static let notDone: Int32 = 1
    /// A command, an option or a flag's value that cannot be (EX_USAGE).
    static let usage: Int32 = 64
    /// A value that is wrong, or something named that does not exist (EX_DATAERR).
    static let input: Int32 = 65
    /// A file that is to be read is missing or cannot be read (EX_NOINPUT).
    static let missingFile: Int32 = 66
    /// Nobody answers, or a program is missing (EX_UNAVAILABLE).
    static let unavailable: Int32 = 69
    /// A failure inside (EX_SOFTWARE).
    static let failed: Int32 = 70
    /// A file or directory cannot be made (EX_CANTCREAT).
    static let cannotWrite: Int32 = 73
    /// The same may succeed later (EX_TEMPFAIL).
    static let tryAgain: Int32 = 75
    /// The broker or an actor refuses this account (EX_NOPERM).
    static let notAuthorized: Int32 = 77
    /// The configuration is wrong (EX_CONFIG).
    static let configuration: Int32 = 78

    /// Every code with its meaning, as `--help` lists them.
    package static let table: [(code: Int32, meaning: String)] = [
        (done, "what was asked is done"),
        (
            notDone,
            "it was refused, it did not come about or waits for a person's next step, or the doctor found a fault"
        ),
        (usage, "wrong usage: a command, an option or a flag's value that cannot be"),
        (input, "wrong input: a value that cannot be, or something that is not there"),
        (missingFile, "a file that should be read is missing"),
        (unavailable, "no broker, nobody answers, or a program is missing"),
        (failed, "a failure of the hub or the server"),
        (cannotWrite, "a file or directory cannot be written"),
        (tryAgain, "busy or already running: the same may succeed later"),
        (notAuthorized, "not authorised at the broker or an actor"),
        (configuration, "the configuration is wrong, or there is no hub here"),
    ]

    /// The table as lines.
    static var text: String {
        table.map { "  \($0.code)\(String(repeating: " ", count: max(1, 4 - "\($0.code)".count)))\($0.meaning)" }
            .joined(separator: "\n")
    }
}
