package import SeededRandom

/// What one kind of health device has and does beside the common life of a ``VirtualDevice``.
///
/// Pure: no clock, no I/O. What a request does to the link comes back as outputs.
package protocol ProfileBehaviour: Sendable {
    /// The services between Device Information and Battery.
    var services: [ProfileService] { get }
    /// The characteristic whose subscription starts the delivery.
    var measurement: UInt16 { get }
    /// The notified value beside it while somebody measures.
    var intermediate: UInt16? { get }
    /// The user who consented on this link.
    var consented: UInt8? { get }
    /// Whether its own memory holds records that nobody has fetched.
    var hasNews: Bool { get }
    /// The records in its own memory.
    var recordCount: Int { get }
    /// The users it knows.
    var userIndices: [UInt8] { get }
    /// The least time that traffic keeps the link.
    var patience: Duration { get }
    /// When it next wants ``tick(at:random:)``.
    var deadline: Duration? { get }

    /// The frames of a reading.
    mutating func frames(
        _ values: MeasurementValues,
        number: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame]
    /// Draws the made-up values that a given frame would have used, so that the next ones stay the same.
    mutating func skip(_ values: MeasurementValues, random: inout SplitMix64)
    /// Takes a reading into its own memory; false leaves it to the device.
    mutating func keep(_ reading: StoredReading, _ values: MeasurementValues, at moment: ProfileMoment) -> Bool
    /// The value of the intermediate characteristic while a reading is taken.
    func intermediateFrame(_ values: MeasurementValues, of reading: StoredReading) -> [UInt8]
    /// Whether a stored reading may be sent on this link.
    func isDeliverable(_ reading: StoredReading) -> Bool
    /// Whether a subscription keeps the link for as long as it stands.
    func keepsLink(_ subscribed: Set<UInt16>) -> Bool
    /// Answers a read; nil where the characteristic is not the profile's.
    func read(_ short: UInt16) throws(AttError) -> [UInt8]?
    /// Answers a write; nil where the characteristic is not the profile's.
    mutating func write(
        _ short: UInt16,
        _ value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]?
    /// A characteristic was subscribed.
    mutating func subscribed(_ short: UInt16, at moment: ProfileMoment)
    /// Time has passed.
    mutating func tick(at moment: ProfileMoment, random: inout SplitMix64) -> [DeviceOutput]
    /// The confirmation of a control point's indication came.
    mutating func answered() -> [DeviceOutput]
    /// A report is over; nothing when it was ended before.
    mutating func endReport() -> [DeviceOutput]
    /// Repeats the present record of a report; false when none runs.
    mutating func repeatRecord(limit: Int?) -> Bool
    /// Forgets what it holds.
    mutating func clear() -> Int
    /// The link ended.
    mutating func linkEnded()
}

extension ProfileBehaviour {
    /// None.
    package var intermediate: UInt16? { nil }
    /// Nobody.
    package var consented: UInt8? { nil }
    /// None of its own.
    package var hasNews: Bool { false }
    /// None of its own.
    package var recordCount: Int { 0 }
    /// None.
    package var userIndices: [UInt8] { [] }
    /// No longer than the script's idle time.
    package var patience: Duration { .zero }
    /// Never.
    package var deadline: Duration? { nil }

    /// Draws nothing.
    package mutating func skip(_: MeasurementValues, random _: inout SplitMix64) {}
    /// Has no memory of its own.
    package mutating func keep(_: StoredReading, _: MeasurementValues, at _: ProfileMoment) -> Bool { false }
    /// Empty.
    package func intermediateFrame(_: MeasurementValues, of _: StoredReading) -> [UInt8] { [] }
    /// Always.
    package func isDeliverable(_: StoredReading) -> Bool { true }
    /// Never.
    package func keepsLink(_: Set<UInt16>) -> Bool { false }
    /// Not the profile's.
    package func read(_: UInt16) throws(AttError) -> [UInt8]? { nil }
    /// Not the profile's.
    package mutating func write(
        _: UInt16,
        _: [UInt8],
        at _: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? { nil }
    /// Nothing.
    package mutating func subscribed(_: UInt16, at _: ProfileMoment) {}
    /// Nothing.
    package mutating func tick(at _: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] { [] }
    /// Nothing.
    package mutating func answered() -> [DeviceOutput] { [] }
    /// Nothing.
    package mutating func endReport() -> [DeviceOutput] { [] }
    /// Has no reports.
    package mutating func repeatRecord(limit _: Int?) -> Bool { false }
    /// Nothing.
    package mutating func clear() -> Int { 0 }
    /// Nothing.
    package mutating func linkEnded() {}
}
