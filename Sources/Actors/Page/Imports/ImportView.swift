internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Fills an import's row.
struct ImportView {
    let language: PageTexts.Language
    /// Whether the viewer may cancel and confirm the import.
    let mayDecide: Bool

    /// The options of the seat list, each with its present session, whose person gets the export.
    static func seats(_ seats: [SeatPage.Entry], chosen: String?) -> [[String: Any]] {
        SnapChoice.seats(seats.map(\.seat), chosen: chosen).enumerated().map { place, option in
            option.merging(["stay": seats[place].session?.sessionID ?? ""]) { $1 }
        }
    }

    /// - Parameter stay: The present session of the import's seat; empty without one.
    func model(_ state: ImportState, stay: String = "") -> [String: Any] {
        let isTheirs = state.sessionID == stay && !stay.isEmpty
        let isHeld = mayDecide && state.state == .held && state.origin == .file && isTheirs
        let asksUser = state.error?.code == Self.severalPeople
        var model: [String: Any] = [
            "id": state.importID, "hub": state.hub, "state": language.word(state.state.rawValue, of: "importState"),
            "class": state.state.rawValue, "isOpen": !state.isEnded, "cancels": mayDecide && !state.isEnded,
            "confirms": isHeld && !asksUser, "asksUser": isHeld && asksUser, "stay": stay,
            "origin": language.word(state.origin.rawValue, of: "importOrigin"),
            "counts": counts(state), "isRunning": state.state == .running,
            "isEarlier": state.sessionID != nil && !isTheirs,
        ]
        if let seat = state.seat { model["seat"] = seat }
        if state.totalBytes > 0, !state.isEnded {
            let share = min(100, max(0, Int(clamping: Double(state.bytes) / Double(state.totalBytes) * 100)))
            model["share"] = "\(share)"
        }
        if let lines = state.leftOut, !lines.isEmpty {
            model["leftOut"] = ["sum": "\(state.leftOutCount)", "lines": leftOut(lines)] as [String: Any]
        }
        if let error = state.error, state.state != .cancelled { model["error"] = error.message }
        return model
    }

    /// The importer's error code for a device with several users when the request names none of them.
    private static let severalPeople = "severalPeople"

    /// The skipped entries, by file and reason.
    private func leftOut(_ all: [ImportLeftOut]) -> [[String: String]] {
        all.map { line in
            let what = [line.file, line.element == "file" ? nil : line.element].compactMap { $0 }
            let words = language.word(line.reason.rawValue, of: "importLeftOut")
            return ["line": "\(line.count) × " + (what + [words]).joined(separator: ", ")]
        }
    }

    /// How many records had which outcome, in words; outcomes without records are omitted after the import has ended.
    private func counts(_ state: ImportState) -> String {
        let all = [
            ("import.created", state.created), ("import.updated", state.updated),
            ("import.unchanged", state.unchanged), ("import.damaged", state.damaged),
        ]
        let told = all.filter { $0.1 > 0 }.map { language[$0.0, ["count": "\($0.1)"]] }
        guard told.isEmpty else { return told.joined(separator: ", ") }
        return state.state == .done ? language["import.nothing"] : ""
    }
}
