extension BodyComposition {
    /// One measurement of two of its frames (flag ``BodyCompositionFlags/multiplePacket``), or nil where they do not belong
    /// together: they differ in time, user or unit, or one of them is no part of several.
    ///
    /// A field that both have keeps the first one's value: never two values of one field. The bytes are those of both in
    /// the order in which they came, so the key is the same for every transfer.
    public func joined(with next: BodyComposition) -> BodyComposition? {
        guard flags.contains(.multiplePacket), next.flags.contains(.multiplePacket),
            units.isImperial == next.units.isImperial,
            time == nil || next.time == nil || time == next.time,
            userID == nil || next.userID == nil || userID == next.userID
        else { return nil }
        var result = self
        result.flags = flags.union(next.flags)
        result.bodyFat = bodyFat == .unsuccessful ? next.bodyFat : bodyFat
        result.time = time ?? next.time
        result.userID = userID ?? next.userID
        result.basalMetabolism = basalMetabolism ?? next.basalMetabolism
        result.musclePercentage = musclePercentage ?? next.musclePercentage
        result.muscleMass = muscleMass ?? next.muscleMass
        result.fatFreeMass = fatFreeMass ?? next.fatFreeMass
        result.softLeanMass = softLeanMass ?? next.softLeanMass
        result.bodyWaterMass = bodyWaterMass ?? next.bodyWaterMass
        result.impedance = impedance ?? next.impedance
        result.weight = weight ?? next.weight
        result.height = height ?? next.height
        result.bytes = bytes + next.bytes
        return result
    }
}
