internal import DeviceCodecs

/// Registers a user on a connected scale, or takes one over, and writes the person's data to the scale.
struct UserRegistration: Sendable {
    let radio: any LinkRadio
    let inbox: LinkInbox
    let elapsed: @Sendable () -> Duration
    let clock: any Clock<Duration>

    /// Registers a user.
    ///
    /// - Parameter keep: Stores the user; returns whether it is on disk.
    func run(
        _ start: RegistrationProcedure,
        keep: (ConsentProcedure.Consent) async -> Bool
    ) async -> RegistrationProcedure.Ending {
        guard await radio.subscribe(.userControlPoint) == nil else { return .unanswered }
        var procedure = start
        var outputs = procedure.start(at: elapsed())
        while true {
            while !outputs.isEmpty {
                switch outputs.removeFirst() {
                case .write(let bytes):
                    let failure = await radio.write(bytes, to: .userControlPoint)
                    if failure != nil { outputs += procedure.failed(at: elapsed()) }
                case .keep(let consent): outputs += procedure.kept(await keep(consent), at: elapsed())
                case .end(let ending): return ending
                }
            }
            let wait = (procedure.deadline ?? elapsed()) - elapsed()
            guard wait > .zero else {
                outputs = procedure.failed(at: elapsed())
                // The link has already ended, or is ending now.
                if outputs.isEmpty { return .unanswered }
                continue
            }
            outputs = answers(&procedure)
            if outputs.isEmpty { await inbox.wait(atMost: min(wait, .seconds(1)), clock: clock) }
        }
    }

    /// Writes the data of the user who consented on this link.
    func write(_ start: UserDataProcedure) async -> UserDataProcedure.Finding {
        var procedure = start
        var outputs = procedure.start(at: elapsed())
        while !outputs.isEmpty {
            switch outputs.removeFirst() {
            case .read(let characteristic): outputs += procedure.wasRead(await radio.read(characteristic))
            case .write(let characteristic, let bytes):
                outputs += procedure.wrote(await radio.write(bytes, to: characteristic))
            case .end(let finding): return finding
            }
            // Each step has the radio's limit, and all steps together must not take many times that.
            if let end = procedure.deadline, elapsed() >= end { outputs = procedure.stop() }
        }
        return UserDataProcedure.Finding()
    }

    private func answers(_ procedure: inout RegistrationProcedure) -> [RegistrationProcedure.Output] {
        inbox.take().flatMap { event -> [RegistrationProcedure.Output] in
            switch event {
            case .frame(.userControlPoint, let bytes, _, _): procedure.answered(bytes, at: elapsed())
            case .ended: procedure.failed(at: elapsed())
            case .frame, .gap: []
            }
        }
    }
}
