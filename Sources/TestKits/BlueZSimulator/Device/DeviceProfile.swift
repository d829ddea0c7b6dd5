/// The standard services of a virtual device.
package enum DeviceProfile: String, Codable, CaseIterable, Sendable {
    /// Blood Pressure, 0x1810.
    case bloodPressure
    /// Health Thermometer, 0x1809.
    case thermometer
    /// Weight Scale, 0x181D.
    case weightScale
    /// Weight Scale, Body Composition and User Data: 0x181D, 0x181B, 0x181C.
    case bodyScale
    /// Glucose, 0x1808.
    case glucose
    /// Pulse Oximeter, 0x1822.
    case pulseOximeter
    /// An Omron cuff's memory, by its maker's service.
    case omronCuff
    /// A OneTouch meter's memory, by its maker's service.
    case oneTouch
    /// A ChoiceMMed oximeter's stream, by its maker's service.
    case choiceMMed
    /// A Viatom ring's live values and nights, by its maker's service.
    case o2Ring
    /// A Beurer scale's weighings and stored results, by its maker's service.
    case beurerScale
    /// A Medisana scale's stored weighings, by its maker's service.
    case medisanaScale
    /// A QN scale's live weighings, by its maker's service.
    case qnScale
    /// A Generic Health Sensor's stored temperatures, 0x1840.
    case healthSensor
    /// None: weight in the service data of its adverts.
    case advertScale
    /// None: weight and impedance in the service data of its adverts.
    case advertBodyScale

    /// The values that a measurement may set besides its frame.
    var measurementKeys: Set<MeasurementValues.Key> {
        switch self {
        case .bloodPressure: [.systolic, .diastolic, .meanArterial, .pulse, .user, .status]
        case .thermometer: [.celsius, .site]
        case .weightScale: [.kilograms, .user]
        case .bodyScale: [.kilograms, .user, .bodyFatPercent, .impedanceOhm, .musclePercent, .bodyWaterKilograms]
        case .glucose:
            [.millimolesPerLitre, .milligramsPerDecilitre, .type, .location, .meal, .status, .offsetMinutes]
        case .pulseOximeter: [.spo2, .pulse, .status]
        case .omronCuff: [.systolic, .diastolic, .pulse, .user, .status]
        case .oneTouch: [.milligramsPerDecilitre, .meal]
        case .choiceMMed: [.spo2, .pulse]
        case .o2Ring: [.spo2, .pulse, .minutes]
        case .beurerScale: [.kilograms, .user, .bodyFatPercent, .impedanceOhm]
        case .medisanaScale: [.kilograms, .user, .bodyFatPercent]
        case .qnScale: [.kilograms]
        case .healthSensor: [.celsius]
        case .advertScale: [.kilograms]
        case .advertBodyScale: [.kilograms, .impedanceOhm]
        }
    }

    /// The behaviour of a scripted device.
    func behaviour(of script: ScenarioDevice) -> any ProfileBehaviour {
        switch self {
        case .bloodPressure: CuffProfile(script)
        case .thermometer: ThermometerProfile()
        case .weightScale: ScaleProfile()
        case .bodyScale: BodyScaleProfile(script)
        case .glucose: MeterProfile(script)
        case .pulseOximeter: OximeterProfile(script)
        case .omronCuff: OmronCuffProfile(script)
        case .oneTouch: OneTouchProfile()
        case .choiceMMed: ChoiceMMedProfile()
        case .o2Ring: O2RingProfile()
        case .beurerScale: BeurerScaleProfile(script)
        case .medisanaScale: MedisanaScaleProfile()
        case .qnScale: QNScaleProfile()
        case .healthSensor: GHSSensorProfile()
        case .advertScale: AdvertScaleProfile(hasImpedance: false)
        case .advertBodyScale: AdvertScaleProfile(hasImpedance: true)
        }
    }
}

/// The current state of a device, as far as its profile needs it.
package struct ProfileMoment: Sendable {
    /// Simulated time since the start.
    package let now: Duration
    /// The time that the device's clock shows.
    package let clock: CivilTime
    /// Whether the clock was ever set.
    package let isClockSet: Bool
    /// The characteristics whose CCCD is written on this link.
    package let subscribed: Set<UInt16>

    /// The clock in the format of 0x2A08; the year is 0 if the clock was never set.
    package var stamp: [UInt8] { stamp(of: clock) }

    /// A time in the format of 0x2A08.
    func stamp(of time: CivilTime) -> [UInt8] {
        isClockSet ? time.dateTime : [0, 0] + time.dateTime.dropFirst(2)
    }
}

/// How a device pairs.
package enum PairingMode: String, Codable, CaseIterable, Sendable {
    /// Pairing is not required; Pair works as Just Works.
    case none
    /// The measurement requires an encrypted link; pairing involves no agent.
    case justWorks
    /// As ``justWorks``, and the agent confirms the number (numeric comparison).
    case confirm
    /// As ``justWorks``, and the agent enters the number that the device shows.
    case passkey
    /// As ``justWorks``, and the device enters the number that the agent shows.
    case enter
    /// The measurement requires an encrypted link, and the device refuses to pair.
    case reject

    /// Whether the bond is authenticated.
    var isAuthenticated: Bool { [.confirm, .passkey, .enter].contains(self) }
}

/// How real devices deviate from the standard.
package enum DeviceQuirk: String, Codable, Sendable {
    /// Reserved flag bits are set and MAP is NaN, as seen on real cuffs (flags 0xDE).
    case rfuFlags
    /// Beurer BM85: 19-byte frames with big-endian pulse and status and a user index without its flag; ignores a CCCD
    /// write within ``VirtualDevice/deafTime`` after service discovery.
    case beurerBM85
    /// A&D: sends nothing on the link that it was bonded on, never ends a link itself, and sends a new reading only on
    /// a new link.
    case aAndD
    /// The clock was never set: frames carry the year 0.
    case clockNotSet
    /// A cuff's clock appears only in its frames and cannot be read.
    case hiddenClock
    /// TaiDoc: the newest record has sequence number 1, and a new one renumbers all.
    case reversedSequence
    /// i-SENS: January is sent as month 13.
    case month13
    /// Fora: a full memory reports a false "HI" dated 2037.
    case fakeHigh
    /// Accu-Chek: each record of a report is notified twice.
    case duplicateRecords
    /// The control point supports only the operator "all records".
    case onlyAllRecords
    /// The control point does not support counting.
    case noCount
    /// Accu-Chek: the clock is 0x2A08 in the glucose service, not 0x1805.
    case clockInService
    /// Contour: the clock is a vendor characteristic, written in UTC with an offset.
    case contourClock
    /// CareSens: the clock is a command to 0xFFF1.
    case careSensClock
    /// Omron: one channel that a token opens, and 100 records of each user, as the HEM-7380T1.
    case omronToken
    /// Beurer: the scale answers nothing before its clock is set on the link.
    case clockFirst

    /// The quirks that replace the Current Time service, 0x1805.
    static let ownClocks: Set<DeviceQuirk> = [.clockInService, .contourClock, .careSensClock]
}
