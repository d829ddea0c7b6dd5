/// What came of one round, or of all of them together.
struct RoundResult: Codable, Sendable {
    /// Processes struck.
    var kills = 0
    /// Distinct readings that producers committed.
    var committed = 0
    /// Those of them that the server has, on the right person.
    var atServer = 0
    /// Those in the unsynced list of the session that they belong to.
    var unsynced = 0
    /// Readings without an owner, measured while no session ran.
    var held = 0
    /// Those that are nowhere.
    var lost = 0
    /// Second records of one person's log id that the server accepted as new.
    var duplicates = 0
    /// Records at the server that were not committed for that person.
    var misbooked = 0
    /// Requests that were begun for a log id that had one before.
    var resent = 0
    /// Sessions started, ended or refused in between.
    var sessions = 0
    /// Times that a captive portal stood before the server.
    var portals = 0
    /// Those of them that paused no destination.
    var unpaused = 0
    /// Records that the glucose meter measured.
    var meter = 0
    /// Those of them that the server has not, and those that were never measured.
    var meterLost = 0
    /// Records at the server beyond the first of each.
    var meterDoubled = 0
    /// Records at the server on a person who had not the meter then, and values that it never measured.
    var meterMisbooked = 0
    /// Records at the server with another time than the meter's.
    var meterMistimed = 0
    /// Records so close to the change of persons that they may be either's.
    var meterOpen = 0
    /// Those of them that wait for a person to say whose they are.
    var meterHeld = 0
    /// Photos that were handed over and showed a reading.
    var photos = 0
    /// Those of them whose record the server has not with the values that it was confirmed with.
    var photosLost = 0
    /// Records of photos at the server beyond the first of each, and readings that still wait though all are confirmed.
    var photosDoubled = 0
    /// Photos whose picture the server has not beside the record.
    var imagesLost = 0
    /// Pictures at the server beyond the first of each.
    var imagesDoubled = 0
    /// Readings at the server that were not told as submitted exactly once by log id, ends of sessions not told once, and
    /// records listed as unsynced that the server has.
    var mistold = 0
    /// Rounds in which something was still under way when the time for it was over.
    var stuck = 0
    /// Unexpected ends of processes.
    var ownEnds: [String] = []
    /// For each strike: from the process's return until all that was committed by then is at the server, in seconds.
    var recoveries: [Double] = []

    /// Whether all is well.
    ///
    /// - Parameter server: Duplicates are unavoidable at a server that makes them and cannot be asked.
    func isGood(at server: ServerKind) -> Bool {
        let isWhole = lost == 0 && stuck == 0 && misbooked == 0 && mistold == 0 && unpaused == 0 && ownEnds.isEmpty
        let isMeterWhole = meterLost == 0 && meterDoubled == 0 && meterMisbooked == 0 && meterMistimed == 0
        let arePhotosWhole = photosLost == 0 && photosDoubled == 0 && imagesLost == 0
        // Where repeats are refused or replaced, those of pictures are, too; other servers cannot be asked for them.
        let areImagesSingle = imagesDoubled == 0 || server == .lookup || server == .blind
        return isWhole && isMeterWhole && arePhotosWhole && areImagesSingle && (duplicates == 0 || server == .blind)
    }

    /// Both together.
    func adding(_ other: RoundResult) -> RoundResult {
        var sum = self
        sum.kills += other.kills
        sum.committed += other.committed
        sum.atServer += other.atServer
        sum.unsynced += other.unsynced
        sum.held += other.held
        sum.sessions += other.sessions
        sum.portals += other.portals
        sum.unpaused += other.unpaused
        sum.lost += other.lost
        sum.meter += other.meter
        sum.meterLost += other.meterLost
        sum.meterDoubled += other.meterDoubled
        sum.meterMisbooked += other.meterMisbooked
        sum.meterMistimed += other.meterMistimed
        sum.meterOpen += other.meterOpen
        sum.meterHeld += other.meterHeld
        sum.photos += other.photos
        sum.photosLost += other.photosLost
        sum.photosDoubled += other.photosDoubled
        sum.imagesLost += other.imagesLost
        sum.imagesDoubled += other.imagesDoubled
        sum.duplicates += other.duplicates
        sum.misbooked += other.misbooked
        sum.resent += other.resent
        sum.mistold += other.mistold
        sum.stuck += other.stuck
        sum.ownEnds += other.ownEnds
        sum.recoveries += other.recoveries
        return sum
    }

    /// The line of JSON.
    ///
    /// - Parameter isBlind: Whether the server was one at which duplicates cannot be avoided.
    func json(isBlind: Bool) -> String {
        let sorted = recoveries.sorted()
        func quantile(_ share: Double) -> String {
            guard !sorted.isEmpty else { return "null" }
            let value = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
            return "\((value * 100).rounded() / 100)"
        }
        return #"{"kills":\#(kills),"committed":\#(committed),"atServer":\#(atServer),"lost":\#(lost),"#
            + #""duplicates":\#(duplicates),"resent":\#(resent),"#
            + #""recoverySecondsP50":\#(quantile(0.5)),"recoverySecondsP99":\#(quantile(0.99)),"#
            + #""unsynced":\#(unsynced),"held":\#(held),"sessions":\#(sessions),"#
            + #""meter":\#(meter),"meterLost":\#(meterLost),"meterDoubled":\#(meterDoubled),"#
            + #""meterMisbooked":\#(meterMisbooked),"meterMistimed":\#(meterMistimed),"meterOpen":\#(meterOpen),"#
            + #""meterHeld":\#(meterHeld),"#
            + #""photos":\#(photos),"photosLost":\#(photosLost),"photosDoubled":\#(photosDoubled),"#
            + #""imagesLost":\#(imagesLost),"imagesDoubled":\#(imagesDoubled),"#
            + #""portals":\#(portals),"unpaused":\#(unpaused),"#
            + #""misbooked":\#(misbooked),"mistold":\#(mistold),"stuck":\#(stuck),"ownEnds":\#(ownEnds.count)"#
            + (isBlind ? #","unavoidable":\#(duplicates)}"# : "}")
    }
}
