/// What became of the fixed scenario.
struct Verdict: Sendable {
    /// Distinct records of devices at the server.
    var accepted = 0
    /// Records of devices that were announced as submitted, by distinct log id.
    var submitted = 0
    /// Records that were announced as refused.
    var failed = 0
    /// Measured frames whose values are not at the server.
    var lost = 0
    /// Second records of a log id at the server.
    var duplicates = 0
    /// Readings that the devices took.
    var measured = 0
    /// Readings that the scenario has.
    var wanted = 0
    /// Records that the import found.
    var importWanted = 0
    /// Those of them that are new in this run.
    var importNew = 0
    /// Distinct records of the import at the server.
    var imported = 0
    /// Records of the import that were announced as submitted, by distinct log id.
    var importedTold = 0
    /// Photos at the server, each after the record that was read from it.
    var photos = 0
    /// From the start of the programs to the last acceptance.
    var seconds = 0.0

    /// Whether each reading is at the server once, and was announced as submitted.
    var isGood: Bool {
        lost == 0 && duplicates == 0 && failed == 0 && measured == wanted && accepted == wanted && submitted == wanted
            && photos == 1 && importWanted > 0 && imported == importWanted && importedTold == importNew
    }

    /// The one line of a fixed run.
    var json: String {
        let time = (seconds * 100).rounded() / 100
        return #"{"accepted":\#(accepted),"submitted":\#(submitted),"failed":\#(failed),"lost":\#(lost),"#
            + #""duplicates":\#(duplicates),"imported":\#(imported),"photos":\#(photos),"seconds":\#(time)}"#
    }

    /// What is wrong.
    var words: String {
        "of \(wanted) readings \(measured) were measured, \(accepted) are at the server, \(submitted) were told as "
            + "submitted; lost \(lost), doubled \(duplicates), refused \(failed); of \(importWanted) imported records "
            + "\(imported) are at the server, \(importedTold) were told as submitted; of 1 photo \(photos) is at the server"
    }
}
