internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension ScaleUserData {
    /// The largest age accepted for a person, in years.
    private static let oldest = 130

    /// Converts the data that an operator entered.
    ///
    /// - Throws: `BusError` `invalidArgument` that names the field, never its value.
    init(_ person: ScalePerson, now: Date) throws(BusError) {
        self.init()
        if let text = person.birthDate { birthDate = try Self.birthDate(text, now: now) }
        switch person.sex {
        case nil: break
        case .female?: sex = .female
        case .male?: sex = .male
        case .unspecified?: sex = .unspecified
        default: throw Self.refusal("person.sex must be 'female', 'male' or 'unspecified'")
        }
        if let height = person.height {
            guard (50...250).contains(height) else {
                throw Self.refusal("person.height must be in whole centimetres, 50 to 250")
            }
            self.height = UInt16(height)
        }
        guard !values.isEmpty else {
            throw Self.refusal("person is empty: give birthDate, sex or height, or leave it out")
        }
    }

    private static func birthDate(_ text: String, now: Date) throws(BusError) -> BirthDate {
        // Allow one day more, because in some time zones it is already tomorrow.
        let latest = now.addingTimeInterval(86_400)
        guard text.utf8.count == 10, let civil = CivilDateTime("\(text)T00:00:00"),
            civil.date(utcOffset: 0) <= latest,
            now.timeIntervalSince(civil.date(utcOffset: 0)) < Double(oldest) * 366 * 86_400
        else {
            throw refusal(
                "person.birthDate must be a day like 1958-03-14, not in the future and at most \(oldest) years ago"
            )
        }
        return BirthDate(year: UInt16(civil.year), month: UInt8(civil.month), day: UInt8(civil.day))
    }

    private static func refusal(_ message: String) -> BusError { BusError(.invalidArgument, message: message) }
}

extension PairPeripheral {
    /// Checks the fields about a scale's user.
    ///
    /// - Throws: `BusError` `invalidArgument` that names the field, never its value.
    func checkUser(of type: PeripheralType?, now: Date) throws(BusError) {
        guard pin != nil || person != nil else { return }
        guard type == .weightScale else {
            throw BusError(
                .invalidArgument,
                message: "pin and person are only for scales with users: leave both out"
            )
        }
        guard seat != nil else {
            throw BusError(.invalidArgument, message: "pin and person need the seat of the scale's user: name the seat")
        }
        if let person { _ = try ScaleUserData(person, now: now) }
        if let pin {
            guard let userIndex, (0..<0xFF).contains(userIndex), Self.consentCode(pin) != nil else {
                throw BusError(
                    .invalidArgument,
                    message:
                        "pin must be 1 to 4 digits, and userIndex the number of its user on the scale, 0 to 254"
                )
            }
        } else if userIndex != nil {
            throw BusError(
                .invalidArgument,
                message: "person is for a new user of the scale or one with a pin: give pin, or leave out userIndex"
            )
        }
    }

    /// The consent of the scale's user to take over; nil if none is named.
    var takenOver: ConsentProcedure.Consent? {
        guard let userIndex, let user = UInt8(exactly: userIndex), let code = pin.flatMap(Self.consentCode) else {
            return nil
        }
        return ConsentProcedure.Consent(user: user, code: code)
    }

    /// A PIN as a consent code of the User Data service, 0 to 9999.
    private static func consentCode(_ pin: String) -> UInt16? {
        guard (1...4).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt16(pin)
    }
}
