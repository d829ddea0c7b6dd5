internal import ActorRuntime
package import BusContract
package import DeliveryRules
internal import VitalRecords

extension LegacyDestination {
    /// Whether a path for images is configured.
    package var takesImages: Bool { paths.image != nil }

    /// POST of a form with the token, the image, its own id, and the record's ids.
    package func image(
        _ image: UploadGrant.Image,
        _ content: [UInt8],
        _ credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        guard let path = try paths.image?.filled(for: image, credentials) else { return nil }
        let fields = [
            ("access_token", credentials.token), ("image_id", image.imageID.rawValue),
            ("activity_id", image.logID.rawValue),
        ]
        let form = MultipartForm(fields + (image.recordID.map { [("record_id", $0)] } ?? []), image, content)
        let headers = [Self.headers[0], ("Content-Type", form.contentType)]
        return DestinationRequest("POST", url: base.text + path, headers: headers, body: form.bytes)
    }

    /// Reads `{"code", "message", "media": {"_id", "url"}}` or the error object.
    package func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?) {
        MediaAnswer.read(reply, image, idField: "_id")
    }
}
