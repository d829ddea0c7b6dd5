internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import JobStore
public import MessageBus
internal import VitalRecords

extension OCRWorkerActor {
    /// The operations for photos, frames and codes.
    public var handlers: [RequestHandler] {
        [
            RequestHandler(OCRTopics.ocrPeripherals) { [self] body, _ in try peripherals(body) },
            RequestHandler(OCRTopics.overlay) { [self] body, _ in try await overlay(body) },
            RequestHandler(OCRTopics.putPicture) { [photos] body, _ in try await photos.put(body) },
            RequestHandler(OCRTopics.picturePart) { [photos] body, _ in try await photos.take(body) },
            RequestHandler(OCRTopics.pictureBytes) { [photos, streams] body, _ in
                if let piece = try await streams.bytes(body) { return piece }
                return try await photos.bytes(body)
            },
            RequestHandler(OCRTopics.recognize) { [self] body, request in
                try engine.check(body.wish ?? DisplayWish())
                return try await photos.accept(body, id: request.id)
            },
            RequestHandler(OCRTopics.startReading) { [self] body, request in
                streamSeats.note(request.id, seat: body.seat)
                return try await streams.start(body, id: request.id)
            },
            RequestHandler(OCRTopics.pushFrame) { [streams] body, _ in try await streams.push(body) },
            RequestHandler(OCRTopics.cancel) { [photos, streams] body, _ in
                let ended = await streams.cancel(body.jobID)
                return CancelledOCR(jobs: ended + (try await photos.cancel(body.jobID)))
            },
            RequestHandler(OCRTopics.scanCode) { [self] body, _ in try await scan(body) },
            RequestHandler(OCRTopics.erasePictures) { [self] body, _ in try await erase(body) },
        ]
    }

    private func peripherals(_ body: OCRPeripheralsRequest) throws -> OCRPeripherals {
        let type = try body.type.map(Self.kind)
        let found = engine.peripherals.filter { entry in
            body.peripheralID.map { $0 == entry.peripheralID } ?? true && type.map { $0 == entry.type } ?? true
        }
        guard body.peripheralID == nil || !found.isEmpty else {
            throw BusError(.notFound, message: "unknown display \(body.peripheralID ?? 0)")
        }
        return OCRPeripherals(peripherals: found)
    }

    /// The name of a display type, also accepting the Bluetooth peripherals' name for it.
    ///
    /// - Throws: `BusError` `invalidArgument` for an unknown name.
    private static func kind(_ word: String) throws -> String {
        let kind = DisplayWish.Kind(rawValue: word == "bloodPressureMonitor" ? "bloodPressure" : word)
        guard DisplayWish.Kind.known.contains(kind) else {
            let known = DisplayWish.Kind.known.map(\.rawValue).joined(separator: ", ")
            throw BusError(.invalidArgument, message: "'\(word.prefix(64))' is not a type of display: use \(known)")
        }
        return kind.rawValue
    }

    private func overlay(_ body: OverlayRequest) async throws -> Overlay {
        guard (16...8_192).contains(body.width), (16...8_192).contains(body.height) else {
            throw BusError(.invalidArgument, message: "a preview must have 16 to 8192 pixels on each side")
        }
        let engine = engine
        return try await sideLane.run { try engine.overlay(body) }
    }

    private func scan(_ body: ScanCode) async throws -> ScannedCodes {
        let bytes = try await photos.whole(body.sha256)
        let engine = engine
        let codes = try await sideLane.run { try engine.codes(in: bytes) }
        guard body.purpose == .key else { return ScannedCodes(codes: codes) }
        return ScannedCodes(codes: [try ScannedCodes.key(of: codes)])
    }
}
