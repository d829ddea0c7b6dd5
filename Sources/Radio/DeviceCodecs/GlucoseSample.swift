/// What was measured and where it was taken (the Type-Sample Location byte of 0x2A18).
public struct GlucoseSample: Hashable, Sendable {
    /// The byte as the device sent it.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The kind of sample, the low four bits.
    public var type: UInt8 { rawValue & 0x0F }
    /// Where it was taken, the high four bits.
    public var location: UInt8 { rawValue >> 4 }
    /// True for the liquid that checks the meter: no one's blood.
    public var isControlSolution: Bool { type == 10 || location == 4 }

    /// The names of both, like `sample_capillary_plasma` and `location_finger`.
    ///
    /// Unlisted numbers are named too; 0 and "not available" say nothing.
    public var names: [String] {
        let type = Self.types[type].map { "sample_\($0)" } ?? (type == 0 ? nil : "sample_reserved_\(type)")
        let isSilent = location == 0 || location == 15
        let place = Self.locations[location].map { "location_\($0)" }
        return [type, place ?? (isSilent ? nil : "location_reserved_\(location)")].compactMap { $0 }
    }

    private static let types: [UInt8: String] = [
        1: "capillary_whole_blood", 2: "capillary_plasma", 3: "venous_whole_blood", 4: "venous_plasma",
        5: "arterial_whole_blood", 6: "arterial_plasma", 7: "undetermined_whole_blood", 8: "undetermined_plasma",
        9: "interstitial_fluid", 10: "control_solution",
    ]

    private static let locations: [UInt8: String] = [
        1: "finger", 2: "alternate_site", 3: "earlobe", 4: "control_solution", 5: "subcutaneous_tissue",
    ]
}
