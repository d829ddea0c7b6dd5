import BusContract

/// A hub as root's script leaves it: what is on its disk, and what a power cut loses.
struct PlayedHub {
    let name: String
    /// On the disk.
    var installed = "1"
    var before: String?
    var target: String?
    var step = HubVersion.Step.idle
    var problem: HubVersion.Problem?
    /// What the registrar asked and the script has not taken.
    var request: InstallVersion?
    /// Seconds of the present step; a power cut loses them.
    var spent = 0
    /// The seconds until it has booted.
    var dark = 0
    /// Whether the new version starts here.
    var isSound = true
    /// The age of the oldest reading that does not arrive.
    var oldest: Int?
    var isOff = false

    init(_ name: String) { self.name = name }

    /// Whether it runs one whole version, with nothing left to do.
    var isWhole: Bool { target == nil && [.idle, .returned, .failed].contains(step) && problem != .notReturned }

    /// What the reader answers; nil while it is dark.
    mutating func answer(_ body: InstallVersion) -> HubVersion? {
        // Its processes restart in the middle of an installation.
        guard dark == 0, !(step == .trial && !isSound) else { return nil }
        guard !isOff else { return HubVersion(hub: name, step: .off) }
        if body.version != nil { request = body }
        var shown = step
        if isWhole, let version = request?.version, version != installed { shown = .installing }
        return HubVersion(
            hub: name,
            step: shown,
            version: installed,
            previous: before == installed ? nil : before,
            problem: shown == step ? problem : nil,
            oldestAgeSeconds: oldest
        )
    }

    mutating func cutPower() { (dark, spent) = (40, 0) }

    /// Loses the order that it has just taken, as by a power cut before it was noted.
    mutating func forget() { (step, target, before, spent) = (.idle, nil, nil, 0) }

    /// Lets ten seconds pass.
    mutating func pass() {
        guard dark == 0 else {
            dark -= 10
            return
        }
        spent += 10
        switch step {
        case .installing where spent >= 30:
            installed = target ?? installed
            (step, spent) = (.trial, 0)
            if !isSound { back(.notStarted) }
        case .returning where spent >= 20:
            installed = before ?? installed
            (step, target, spent) = (.returned, nil, 0)
        case .trial: runOnTrial()
        case .idle, .returned, .failed: take()
        default: break
        }
    }

    private mutating func runOnTrial() {
        let asked = request
        request = nil
        guard asked?.version != installed || asked?.keeps != true else {
            (step, target, problem) = (.idle, nil, nil)
            return
        }
        if let before, asked?.version == before { return back(.takenBack) }
        if spent >= 240 { back(.notKept) }
    }

    private mutating func take() {
        guard let version = request?.version else { return }
        (request, spent, problem) = (nil, 0, nil)
        guard version != installed else {
            step = .idle
            return
        }
        if version == before { return back(.takenBack) }
        (before, target, step) = (installed, version, .installing)
    }

    private mutating func back(_ reason: HubVersion.Problem) {
        (step, problem, spent, target) = (.returning, reason, 0, "back")
    }
}
