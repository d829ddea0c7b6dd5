internal import DeviceCodecs

/// What a link's procedure needs of the radio; the tests have their own.
protocol LinkRadio: Sendable {
    /// Subscribes, and pushes what comes into the inbox until the link or the subscription ends.
    func subscribe(_ characteristic: BluetoothUUID) async -> StepFailure?
    /// Writes with response.
    func write(_ bytes: [UInt8], to characteristic: BluetoothUUID) async -> StepFailure?
    /// Reads a value.
    func read(_ characteristic: BluetoothUUID) async -> Result<[UInt8], StepFailure>
    /// Ends the subscriptions, so that they can be made anew.
    func unsubscribe() async
    /// Ends the link.
    func part() async
}
