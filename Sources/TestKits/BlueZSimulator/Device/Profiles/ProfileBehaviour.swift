package import SeededRandom

/// The behaviour of a kind of health device, in addition to that common to every ``VirtualDevice``.
///
/// Without clock or I/O: effects on the link are returned as outputs.
package protocol ProfileBehaviour: Sendable {
    /// The services between Device Information and Battery.
    var services: [ProfileService] { get }
    /// The characteristic whose subscription starts the delivery.
    var measurement: UInt16 { get }
    /// The characteristic notified during a measurement.
    var intermediate: UInt16? { get }
    /// The user who consented on this link.
    var consented: UInt8? { get }
    /// Whether its own memory holds unfetched records.
    var hasNews: Bool { get }
    /// The number of records in its own memory.
    var recordCount: Int { get }
    /// The indices of its users.
    var userIndices: [UInt8] { get }
    /// The service data that it advertises now, by 16-bit UUID.
    var serviceData: [UInt16: [UInt8]] { get }
    /// The minimum time that traffic keeps the link up.
    var patience: Duration { get }
    /// The time of the next ``tick(at:random:)``.
    var deadline: Duration? { get }

    /// The frames of a reading.
    mutating func frames(
        _ values: MeasurementValues,
        number: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame]
    /// Draws the random values that a given frame replaces, so that later ones stay the same.
    mutating func skip(_ values: MeasurementValues, random: inout SplitMix64)
    /// Stores a reading in its own memory; false leaves it to the device.
    mutating func keep(_ reading: StoredReading, values: MeasurementValues, at moment: ProfileMoment) -> Bool
    /// The value of the intermediate characteristic while a reading is taken.
    func intermediateFrame(_ values: MeasurementValues, of reading: StoredReading) -> [UInt8]
    /// Whether a stored reading may be sent on this link.
    func isDeliverable(_ reading: StoredReading) -> Bool
    /// Whether the subscriptions keep the link up.
    func keepsLink(_ subscribed: Set<UInt16>) -> Bool
    /// Answers a read; nil if the characteristic is not the profile's.
    func read(_ short: UInt16) throws(AttError) -> [UInt8]?
    /// Answers a write; nil if the characteristic is not the profile's.
    mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]?
    /// Handles a subscription.
    mutating func subscribed(_ short: UInt16, at moment: ProfileMoment)
    /// Handles the passing of time.
    mutating func tick(at moment: ProfileMoment, random: inout SplitMix64) -> [DeviceOutput]
    /// Handles the confirmation of a control point's indication.
    mutating func answered() -> [DeviceOutput]
    /// Ends a report; returns nothing if it has already ended.
    mutating func endReport() -> [DeviceOutput]
    /// Repeats the current record of a report; false if no report is in progress.
    mutating func repeatRecord(limit: Int?) -> Bool
    /// Clears its memory and returns the number of deleted records.
    mutating func clear() -> Int
    /// Handles the end of the link.
    mutating func linkEnded()
}

extension ProfileBehaviour {
    /// Nil by default.
    package var intermediate: UInt16? { nil }
    /// Nil by default.
    package var consented: UInt8? { nil }
    /// False by default, without a memory.
    package var hasNews: Bool { false }
    /// Zero by default, without a memory.
    package var recordCount: Int { 0 }
    /// Empty by default.
    package var userIndices: [UInt8] { [] }
    /// Empty by default, except for the script's data.
    package var serviceData: [UInt16: [UInt8]] { [:] }
    /// No longer than the script's idle time by default.
    package var patience: Duration { .zero }
    /// Nil by default.
    package var deadline: Duration? { nil }

    /// Draws no values by default.
    package mutating func skip(_: MeasurementValues, random _: inout SplitMix64) {}
    /// False by default, without a memory.
    package mutating func keep(_: StoredReading, values _: MeasurementValues, at _: ProfileMoment) -> Bool { false }
    /// Empty by default.
    package func intermediateFrame(_: MeasurementValues, of _: StoredReading) -> [UInt8] { [] }
    /// True by default.
    package func isDeliverable(_: StoredReading) -> Bool { true }
    /// False by default.
    package func keepsLink(_: Set<UInt16>) -> Bool { false }
    /// Nil by default.
    package func read(_: UInt16) throws(AttError) -> [UInt8]? { nil }
    /// Nil by default.
    package mutating func write(
        _: UInt16,
        value _: [UInt8],
        at _: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? { nil }
    /// Does nothing by default.
    package mutating func subscribed(_: UInt16, at _: ProfileMoment) {}
    /// Does nothing by default.
    package mutating func tick(at _: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] { [] }
    /// Does nothing by default.
    package mutating func answered() -> [DeviceOutput] { [] }
    /// Does nothing by default.
    package mutating func endReport() -> [DeviceOutput] { [] }
    /// False by default, without reports.
    package mutating func repeatRecord(limit _: Int?) -> Bool { false }
    /// Does nothing by default.
    package mutating func clear() -> Int { 0 }
    /// Does nothing by default.
    package mutating func linkEnded() {}
}
