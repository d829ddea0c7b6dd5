internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus

/// Receives a device's clock by notification, either right after the subscription or as the answer to a command.
struct ClockListener: Sendable {
    /// How long an answer to a command may take (tidepool-org/uploader, bluetoothLEDriver.js).
    static let answerLimit = Duration.seconds(5)
    /// How long the first notification after a subscription may take.
    static let announcementLimit = Duration.seconds(2)

    /// The notification, with the times of the question and the answer.
    struct Heard: Sendable, Hashable {
        let bytes: [UInt8]
        let asked: Date
        let answered: Date
    }

    let radio: any LinkRadio
    let inbox: LinkInbox
    let elapsed: @Sendable () -> Duration
    let environment: BusEnvironment

    /// The device's notification; nil if none arrives, which does not prevent reading the device.
    ///
    /// - Parameter question: The command that it answers; nil for a clock that announces itself.
    func hear(_ characteristic: BluetoothUUID, asking question: [UInt8]? = nil) async -> Heard? {
        let asked = environment.now()
        let heard = await ask(characteristic, question: question, since: asked)
        await radio.unsubscribe()
        return heard
    }

    private func ask(_ characteristic: BluetoothUUID, question: [UInt8]?, since asked: Date) async -> Heard? {
        guard await radio.subscribe(characteristic) == nil else { return nil }
        if let question, await radio.write(question, to: characteristic) != nil { return nil }
        let end = elapsed() + (question == nil ? Self.announcementLimit : Self.answerLimit)
        while true {
            for event in inbox.take() {
                switch event {
                case .frame(characteristic, let bytes, let at, _):
                    return Heard(bytes: bytes, asked: min(asked, at), answered: at)
                case .ended: return nil
                case .frame, .gap: break
                }
            }
            let left = end - elapsed()
            guard left > .zero else { return nil }
            await inbox.wait(atMost: min(left, .seconds(1)), clock: environment.clock)
        }
    }
}
