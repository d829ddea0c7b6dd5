package import SeededRandom

/// A scale with users: 0x181D, 0x181B and 0x181C.
///
/// It sends a user's readings, and allows access to the user's data, only after that user has consented on the link.
/// After three wrong consent codes it accepts none until the link ends. A scale that needs its users' data sends no
/// body composition until the user's birth date, sex and height were written and the Database Change Increment was
/// raised.
package struct BodyScaleProfile: ProfileBehaviour {
    /// A user in the scale's memory.
    package struct User: Equatable, Sendable {
        /// The consent code, 0 to 9999.
        package var consent: UInt16
        /// Date of birth, 0x2A85; gender, 0x2A8C; height in centimetres, 0x2A8E; absent until it is written.
        package var data: [UInt16: [UInt8]] = [:]
        /// The Database Change Increment, 0x2A99.
        package var increment: [UInt8] = [0, 0, 0, 0]
        /// Whether the scale calculates with the data.
        package var isComplete = false

        /// Creates a user.
        package init(consent: UInt16) { self.consent = consent }

        /// The value of a characteristic; an unwritten one has its value for "unknown".
        func value(_ short: UInt16) -> [UInt8] { data[short] ?? BodyScaleProfile.unknown[short] ?? [] }
    }

    /// The users by index, from 1; at most eight.
    package private(set) var users: [UInt8: User]
    /// The user who consented on this link.
    package private(set) var consented: UInt8?
    private let needsUserData: Bool
    private var wrongCodes = 0

    /// The user's data before it is written.
    static let unknown: [UInt16: [UInt8]] = [0x2A85: [0, 0, 0, 0], 0x2A8C: [2], 0x2A8E: [0, 0]]
    /// How many wrong codes are accepted on a link.
    private static let patientCodes = 3
    private static let control: UInt16 = 0x2A9F
    private static let registered: UInt16 = 0x2B37
    private static let increments: UInt16 = 0x2A99

    /// Creates a scale with the script's users.
    package init(_ script: ScenarioDevice) {
        let found = script.users.prefix(8).enumerated().map {
            var user = User(consent: $0.element.consent)
            user.isComplete = $0.element.isComplete
            return (UInt8($0.offset + 1), user)
        }
        users = Dictionary(found) { first, _ in first }
        needsUserData = script.needsUserData
    }

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        let users: [ProfileService.Row] = [
            .init(Self.increments, flags: ["read", "write", "notify"]), .init(0x2A9A, flags: ["read"]),
            .init(Self.control, flags: ["write", "indicate"], guarded: true),
            .init(0x2A85, flags: ["read", "write"], guarded: true),
            .init(0x2A8C, flags: ["read", "write"], guarded: true),
            .init(0x2A8E, flags: ["read", "write"], guarded: true),
            .init(Self.registered, flags: ["indicate"], guarded: true),
        ]
        return [
            ProfileService(
                0x181D,
                rows: [.init(0x2A9D, flags: ["indicate"], guarded: true), .init(0x2A9E, flags: ["read"])]
            ),
            ProfileService(
                0x181B,
                rows: [.init(0x2A9C, flags: ["indicate"], guarded: true), .init(0x2A9B, flags: ["read"])]
            ),
            ProfileService(0x181C, rows: users), .currentTime,
        ]
    }

    /// Weight Measurement.
    package var measurement: UInt16 { 0x2A9D }
    /// The indices of the users.
    package var userIndices: [UInt8] { users.keys.sorted() }

    /// The frame of the weight, then the composition in two frames if the scale has the user's data.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let weight = DeviceFrame(0x2A9D, bytes: WeightFrame.weight(values, time: moment.stamp, random: &random))
        let rest = WeightFrame.composition(values, time: moment.stamp, random: &random)
        let isKnown = values.byte(.user).flatMap { users[$0] }?.isComplete == true
        return [weight] + (needsUserData && !isKnown ? [] : rest.map { DeviceFrame(0x2A9C, bytes: $0) })
    }

    /// Whether the reading has no user, or belongs to the user who consented.
    package func isDeliverable(_ reading: StoredReading) -> Bool {
        reading.user == nil || reading.user == WeightFrame.unknownUser || reading.user == consented
    }

    /// See ``ProfileBehaviour``.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        switch short {
        case 0x2A9E: return [0x1B, 0, 0, 0]
        case 0x2A9B: return [0xDB, 0x08, 0, 0]
        case 0x2A9A: return [consented ?? WeightFrame.unknownUser]
        case 0x2A85, 0x2A8C, 0x2A8E, Self.increments:
            guard let user = consented.flatMap({ users[$0] }) else { throw .userDataAccess }
            return short == Self.increments ? user.increment : user.value(short)
        default: return nil
        }
    }

    /// See ``ProfileBehaviour``.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        switch short {
        case Self.control:
            guard moment.subscribed.contains(Self.control) else { throw .cccdImproper }
            return control(value, registers: moment.subscribed.contains(Self.registered))
        case Self.increments: return try raise(value, isHeard: moment.subscribed.contains(Self.increments))
        case 0x2A85, 0x2A8C, 0x2A8E:
            guard let index = consented, let old = users[index]?.value(short) else { throw .userDataAccess }
            guard value.count == old.count else { throw .invalidLength }
            guard Self.isValid(value, of: short) else { throw .outOfRange }
            users[index]?.data[short] = value
            return []
        default: return nil
        }
    }

    /// Adopts the values written before, once the counter changes.
    private mutating func raise(_ value: [UInt8], isHeard: Bool) throws(AttError) -> [DeviceOutput] {
        guard let index = consented, var user = users[index] else { throw .userDataAccess }
        guard value.count == 4 else { throw .invalidLength }
        if value != user.increment, user.data.count == Self.unknown.count { user.isComplete = true }
        user.increment = value
        users[index] = user
        return isHeard ? [.notify(DeviceFrame(Self.increments, bytes: value))] : []
    }

    private static func isValid(_ value: [UInt8], of short: UInt16) -> Bool {
        switch short {
        case 0x2A85: value[2] <= 12 && value[3] <= 31
        case 0x2A8C: value[0] <= 2
        default: true
        }
    }

    /// Clears the consent: a new link needs a new one.
    package mutating func linkEnded() {
        consented = nil
        wrongCodes = 0
    }

    /// Handles the User Control Point: register, consent, delete and list.
    private mutating func control(_ request: [UInt8], registers: Bool) -> [DeviceOutput] {
        let opcode = request.first ?? 0
        let body = Array(request.dropFirst())
        let (code, rest): (UInt8, [UInt8]) =
            switch opcode {
            case 1: register(body)
            case 2: consent(body)
            case 3: delete()
            case 4: body.isEmpty ? (1, [UInt8(clamping: users.count)]) : (3, [])
            default: (2, [])
            }
        let words = [[opcode].hex, [code].hex, rest.hex].filter { !$0.isEmpty }.joined(separator: " ")
        var outputs: [DeviceOutput] = [
            .told(.user, words), .answer(DeviceFrame(Self.control, bytes: [0x20, opcode, code] + rest)),
        ]
        // A single segment each: first and last, without a name.
        if opcode == 4, code == 1, registers {
            outputs += userIndices.map { .answer(DeviceFrame(Self.registered, bytes: [0x03, 0x00, $0])) }
        }
        return outputs
    }

    private mutating func register(_ body: [UInt8]) -> (UInt8, [UInt8]) {
        guard body.count == 2, let code = FrameBytes.word(body, at: 0), code <= 9999 else { return (3, []) }
        guard let index = (1...8).map(UInt8.init).first(where: { users[$0] == nil }) else { return (4, []) }
        users[index] = User(consent: code)
        return (1, [index])
    }

    private mutating func consent(_ body: [UInt8]) -> (UInt8, [UInt8]) {
        guard body.count == 3, let code = FrameBytes.word(body, at: 1) else { return (3, []) }
        guard wrongCodes < Self.patientCodes else { return (4, []) }
        guard let user = users[body[0]], user.consent == code else {
            wrongCodes += 1
            return (5, [])
        }
        consented = body[0]
        return (1, [])
    }

    private mutating func delete() -> (UInt8, [UInt8]) {
        guard let index = consented else { return (5, []) }
        users[index] = nil
        consented = nil
        return (1, [])
    }
}
