/// A receiver of the content of an input.
///
/// Readers call it in file order. They introduce each type, source and unit once for each import, before its first
/// sample; the numbers that the sink returns stand for them in samples.
public protocol HealthSink {
    /// Introduces a type.
    ///
    /// - Parameter identifier: The HealthKit identifier; other inputs use the one with the same meaning.
    /// - Returns: Its number; nil to only count its samples.
    mutating func type(_ identifier: String) -> Int?

    /// Introduces a source.
    ///
    /// - Returns: Its number; equal for equal names.
    mutating func source(_ source: HealthSource) -> Int

    /// Introduces a unit.
    ///
    /// - Parameter name: The unit as HealthKit writes it.
    /// - Returns: Its number; equal for equal names.
    mutating func unit(_ name: String) -> Int

    /// Receives a sample.
    mutating func receive(_ sample: HealthSample)

    /// Receives anything that is not a sample.
    mutating func receive(_ event: HealthEvent)
}
