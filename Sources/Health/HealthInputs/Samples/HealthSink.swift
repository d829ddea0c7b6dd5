/// Takes in what an input says.
///
/// Inputs call it in the order of the file. Types, sources and units are introduced before their first sample, each once
/// for each import; the numbers that the sink gives back stand for them in samples.
public protocol HealthSink {
    /// Introduces a type.
    ///
    /// - Parameter identifier: As HealthKit names it; other inputs use the identifier of the same meaning.
    /// - Returns: Its number, or nil where its samples are only to be counted.
    mutating func type(_ identifier: String) -> Int?

    /// Introduces an app or a device.
    ///
    /// - Returns: Its number; equal for equal names.
    mutating func source(_ source: HealthSource) -> Int

    /// Introduces a unit.
    ///
    /// - Parameter name: As HealthKit writes it.
    /// - Returns: Its number; equal for equal names.
    mutating func unit(_ name: String) -> Int

    /// Takes a sample in.
    mutating func receive(_ sample: HealthSample)

    /// Takes in what there is beside samples.
    mutating func receive(_ event: HealthEvent)
}
