internal import BusContract
internal import DeliveryRules
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// What is done with pictures that are handed over in parts.
enum PictureReceiver {
    /// The messages that carry them.
    static func add(to receivers: inout Receivers) {
        receivers.on(OCRTopics.putPicture.request) { body in try begin(body.sha256, size: body.size) }
        receivers.on(SessionOperations.putHeldPicture.request) { body in try begin(body.sha256, size: body.size) }
        receivers.on(SessionOperations.putImage.request) { body in try begin(body.sha256, size: body.size) }
        receivers.on(OCRTopics.picturePart.request) { body in try add(body.sha256, index: body.index) }
        receivers.on(SessionOperations.heldPicturePart.request) { body in try add(body.sha256, index: body.index) }
        receivers.on(SessionOperations.imagePart.request) { body in try add(body.sha256, index: body.index) }
    }

    private static func begin(_ sha256: String, size: Int) throws {
        try PartDesk<String>.check(size: size)
        var uploads = PartUploads<String>()
        // Once with a small one, since its room is filled with noughts.
        _ = try uploads.begin(PartUploads.Key("", sha256: sha256), size: min(size, 100_000), now: .zero)
    }

    private static func add(_ sha256: String, index: Int) throws {
        var uploads = PartUploads<String>()
        let key = try PartUploads.Key("", sha256: sha256)
        _ = try uploads.begin(key, size: 3 * PartUploads<String>.partSize, now: .zero)
        let part = [UInt8](repeating: 0, count: PartUploads<String>.partSize)
        _ = try uploads.add(key, index: index, part: part, now: .zero)
        _ = try? uploads.add(key, index: index, part: part, now: BootInstant(milliseconds: .max))
    }
}
