internal import BusContract
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// Handles codes in pictures, which name a seat or hold a device's key.
struct SnapCodes: Sendable {
    /// The largest number of hubs whose devices in sight are listed.
    private static let mostHubs = 16

    /// A device in sight, and its possible models.
    private struct Device: Encodable {
        let hub: String
        let device: String
        let peripheral: Int
        let name: String
    }

    let parts: PageParts
    private let photos: SnapPhotos

    init(parts: PageParts) {
        self.parts = parts
        photos = SnapPhotos(parts)
    }

    func add(to router: Router<PageContext>) {
        router.post("snap/code") { request, context in try await seat(request, context: context) }
        router.get("snap/devices") { _, context in try await devices(context) }
        router.post("snap/key") { request, context in try await key(request, context: context) }
    }

    /// The seat that a code names.
    private func seat(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(OCRTopics.scanCode)
        let hub = try await photos.hub(request)
        let body = ScanCode(sha256: try await photos.hand(request, session: session, hub: hub))
        let found = try await parts.bus.call(OCRTopics.scanCode, body: body, as: session.rights, hub: hub)
        let seats = try await parts.board.seats(for: session.rights)
        let seat = try SeatCode.seat(in: found.codes.map(\.text), among: seats)
        parts.audit.note(session, what: "scanCode", seat: seat, at: parts.environment.now())
        return try PageReply.json(["seat": seat, "done": context.language["snap.isSeat", ["seat": seat]]])
    }

    /// The devices in sight now.
    private func devices(_ context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(ReaderTopics.storePeripheralData)
        var found: [Device] = []
        for hub in await parts.hubs.hubs(of: .bleScanner).prefix(Self.mostHubs) {
            do {
                let sightings = try await parts.bus.call(
                    ScannerTopics.sightings,
                    body: Empty(),
                    as: session.rights,
                    hub: hub,
                    timeout: .seconds(3)
                )
                found += sightings.devices.flatMap { Self.devices($0, hub: hub) }
            } catch let error as PageError where error.isOneHubs {
                continue
            }
        }
        return try PageReply.json(["devices": found])
    }

    private static func devices(_ sighted: PeripheralSighted, hub: String) -> [Device] {
        sighted.peripheralIDs.map { peripheral in
            let name = "\(sighted.name ?? "?") (\(peripheral)), \(sighted.device.description.prefix(8)), \(hub)"
            return Device(hub: hub, device: sighted.device.description, peripheral: peripheral, name: name)
        }
    }

    /// Stores the key in a code; the key is never sent to the browser.
    private func key(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(ReaderTopics.storePeripheralData)
        let known = await parts.hubs.hubs(of: .deviceReader)
        guard let device = request.asked("device").flatMap({ DeviceID($0) }),
            let peripheral = request.asked("peripheral").flatMap({ Int($0) }),
            let reader = request.asked("reader").flatMap({ name in known.first { $0 == name } })
        else { throw PageError(.malformed, text: "error.form") }
        let hub = try await photos.hub(request)
        let sha256 = try await photos.hand(request, session: session, hub: hub)
        let scan = ScanCode(sha256: sha256, purpose: .key)
        let codes = try await parts.bus.call(OCRTopics.scanCode, body: scan, as: session.rights, hub: hub).codes
        guard let text = codes.first?.text else { throw PageError(.malformed, text: "error.noCode") }
        let body = StorePeripheralData(device: device, peripheralID: peripheral, encryptionKey: text)
        let stored = try await parts.bus.call(
            ReaderTopics.storePeripheralData,
            body: body,
            as: session.rights,
            hub: reader
        )
        parts.audit.note(
            session,
            what: "storePeripheralData",
            about: device.description,
            at: parts.environment.now()
        )
        let missing = stored.missing.map(\.message).joined(separator: " ")
        return try PageReply.json(["done": context.language["snap.keyStored"] + (missing.isEmpty ? "" : " \(missing)")])
    }
}

/// Recognises the seat in a code, by the seat's name or by the address of its page.
enum SeatCode {
    /// The one known seat that the texts of codes name.
    ///
    /// - Throws: ``PageError`` `malformed` without a code, or if the codes name no known seat or several.
    static func seat(in texts: [String], among seats: [String]) throws -> String {
        guard !texts.isEmpty else { throw PageError(.malformed, text: "error.noCode") }
        let named = Set(texts.compactMap(name).filter(seats.contains))
        guard let seat = named.first else { throw PageError(.malformed, text: "error.noSeatCode") }
        guard named.count == 1 else { throw PageError(.malformed, text: "error.severalCodes") }
        return seat
    }

    private static func name(_ text: String) -> String? {
        let text = text.filter { !$0.isWhitespace }
        if let place = text.firstRange(of: "/seats/") {
            return String(text[place.upperBound...].prefix { !"/?#".contains($0) }).unescaped
        }
        return text.lowercased().hasPrefix("seat:") ? String(text.dropFirst(5)) : text
    }
}
