/// The attributes that mean something here, told by the last eight letters of their names and by their length.
///
/// Three million records have nine attributes each, so a name is one number and not a text.
enum AppleAttributeName: Int {
    /// How many there are.
    static let count = 26

    case type
    case unit
    case value
    case sourceName
    case source
    case device
    case startDate
    case endDate
    case key
    case time
    case path
    case duration
    case durationUnit
    case totalDistance
    case totalDistanceUnit
    case totalEnergyBurned
    case totalEnergyBurnedUnit
    case workoutActivityType
    case resourceFilePath
    case sum
    case average
    case minimum
    case maximum
    case dateOfBirth
    case biologicalSex
    case bloodType

    /// The attribute of a name, or nil for one that means nothing here.
    ///
    /// - Parameters:
    ///   - tail: The last eight bytes of the name, the last one lowest.
    ///   - count: How long the name is.
    init?(tail: UInt64, count: Int) {
        let found: (name: AppleAttributeName, count: Int)
        switch tail {
        case 0x7479_7065: found = (.type, 4)
        case 0x756E_6974: found = (.unit, 4)
        case 0x76_616C_7565: found = (.value, 5)
        case 0x7572_6365_4E61_6D65: found = (.sourceName, 10)
        case 0x736F_7572_6365: found = (.source, 6)
        case 0x6465_7669_6365: found = (.device, 6)
        case 0x7461_7274_4461_7465: found = (.startDate, 9)
        case 0x65_6E64_4461_7465: found = (.endDate, 7)
        case 0x6B_6579: found = (.key, 3)
        case 0x7469_6D65: found = (.time, 4)
        case 0x7061_7468: found = (.path, 4)
        case 0x6475_7261_7469_6F6E: found = (.duration, 8)
        case 0x7469_6F6E_556E_6974: found = (.durationUnit, 12)
        case 0x4469_7374_616E_6365: found = (.totalDistance, 13)
        case 0x616E_6365_556E_6974: found = (.totalDistanceUnit, 17)
        case 0x6779_4275_726E_6564: found = (.totalEnergyBurned, 17)
        case 0x726E_6564_556E_6974: found = (.totalEnergyBurnedUnit, 21)
        case 0x7669_7479_5479_7065: found = (.workoutActivityType, 19)
        case 0x4669_6C65_5061_7468: found = (.resourceFilePath, 16)
        case 0x73_756D: found = (.sum, 3)
        case 0x61_7665_7261_6765: found = (.average, 7)
        case 0x6D_696E_696D_756D: found = (.minimum, 7)
        case 0x6D_6178_696D_756D: found = (.maximum, 7)
        case 0x654F_6642_6972_7468: found = (.dateOfBirth, 41)
        case 0x6769_6361_6C53_6578: found = (.biologicalSex, 43)
        case 0x6C6F_6F64_5479_7065: found = (.bloodType, 39)
        default: return nil
        }
        guard found.count == count else { return nil }
        self = found.name
    }
}
