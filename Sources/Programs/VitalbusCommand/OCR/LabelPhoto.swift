internal import ActorRuntime
internal import BusContract
internal import DisplayAccess
internal import DisplayPeripherals
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// A photo of a device's label, with the device and its key.
struct LabelPhoto: Sendable {
    /// How many characters of a serial number identify a device that advertises its end.
    private static let serialLength = 4

    private let path: String
    private let codes: PairingCodes

    /// The key, if the photo shows one.
    var encryptionKey: String? { codes.encryptionKey }

    /// Reads a photo.
    ///
    /// - Throws: ``CommandFailure`` (66) for a missing photo, otherwise (65) with what was found instead.
    init(_ path: String, displays: any DisplayLibraries) throws {
        try InputFile.check(path)
        self.path = path
        do {
            codes = try PairingCodes(displays.codes(inPhoto: path).texts)
        } catch let fault as CodeFault {
            throw CommandFailure.input("\(path): \(fault.message)")
        } catch let error as PhotoFault {
            throw CommandFailure.input(error.message)
        }
    }

    /// The only device that the label identifies, whatever other devices are in sight.
    ///
    /// - Parameter named: The device that a person named in addition to the photo, which must be the same.
    /// - Throws: ``CommandFailure`` if the label identifies no device or another one; `BusError`.
    func device(named: DeviceID?, peripheral: Int, place: HubPlace, over connection: HubConnection) async throws
        -> DeviceID
    {
        if let address = codes.label?.address {
            let device = try Self.device(address, place: place)
            guard named == nil || named == device else {
                throw CommandFailure.input("\(path) is the label of another device, not of \(named?.description ?? "")")
            }
            return device
        }
        if let named { return named }
        guard let serial = codes.label?.serial else {
            throw CommandFailure.input(
                "\(path) shows neither an address nor a serial number, and names are not unique: name the device by its UUID, as 'vitalbus device nearby' shows it"
            )
        }
        return try await Self.device(serial, peripheral: peripheral, place: place, over: connection)
    }

    /// The address itself stays on this machine.
    private static func device(_ address: String, place: HubPlace) throws -> DeviceID {
        do {
            let key = try place.loadSiteKey()
            return try DeviceID.derive(siteSecret: key.deviceSecret, address: address)
        } catch {
            throw CommandFailure.input(
                "the label's address is mapped to a UUID with the site's key, which is missing here (\(error.plainWords)): run this on the hub, or name the device by its UUID"
            )
        }
    }

    /// The only device in sight whose name ends like the serial number.
    private static func device(_ serial: String, peripheral: Int, place: HubPlace, over connection: HubConnection)
        async throws -> DeviceID
    {
        let sightings = try await connection.requests.call(
            ScannerTopics.sightings,
            hub: place.hub,
            body: Empty()
        )
        let found = sightings.devices.filter { sighting in
            sighting.peripheralIDs.contains(peripheral) && ends(sighting.name ?? "", like: serial)
        }
        if let omitted = sightings.omitted { throw Resolver.crowd(omitted) }
        guard let device = found.first?.device else {
            throw CommandFailure.input(
                "no device in range advertises the end of the label's serial number: press its Bluetooth button, or name it by its UUID ('vitalbus device nearby')"
            )
        }
        guard found.count == 1 else {
            throw CommandFailure.input(
                "\(found.count) devices in range advertise the end of the label's serial number: name one by its UUID"
            )
        }
        return device
    }

    /// Whether a name and a serial number have the same last characters.
    static func ends(_ name: String, like serial: String) -> Bool {
        let (name, serial) = (name.lowercased().reversed(), serial.lowercased().reversed())
        return zip(name, serial).prefix { $0 == $1 && $0.isASCII && ($0.isLetter || $0.isNumber) }.count >= serialLength
    }
}
