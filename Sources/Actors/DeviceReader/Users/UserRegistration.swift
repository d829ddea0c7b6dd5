internal import DeviceCodecs

/// Registers a user on a connected scale.
struct UserRegistration: Sendable {
    let radio: any LinkRadio
    let inbox: LinkInbox
    let elapsed: @Sendable () -> Duration
    let clock: any Clock<Duration>

    /// Registers a user.
    ///
    /// - Parameter keep: Stores the new user, and returns whether it is on disk.
    /// - Returns: The scale's index of the user; nil where the scale registered none.
    func run(
        _ start: RegistrationProcedure,
        keep: (ConsentProcedure.Consent) async -> Bool
    ) async -> UInt8? {
        guard await radio.subscribe(.userControlPoint) == nil else { return nil }
        var procedure = start
        var outputs = procedure.start(at: elapsed())
        while true {
            while !outputs.isEmpty {
                switch outputs.removeFirst() {
                case .write(let bytes):
                    let failure = await radio.write(bytes, to: .userControlPoint)
                    if failure != nil { outputs += procedure.failed(at: elapsed()) }
                case .keep(let consent): outputs += procedure.kept(await keep(consent), at: elapsed())
                case .end(let user): return user
                }
            }
            let wait = (procedure.deadline ?? elapsed()) - elapsed()
            guard wait > .zero else {
                outputs = procedure.failed(at: elapsed())
                // It has ended already, or it ends now.
                if outputs.isEmpty { return nil }
                continue
            }
            outputs = answers(&procedure)
            if outputs.isEmpty { await inbox.wait(atMost: min(wait, .seconds(1)), clock: clock) }
        }
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
