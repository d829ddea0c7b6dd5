internal import ActorRuntime
package import BusContract
package import DeliveryRules
internal import VitalRecords

extension InformDestination {
    /// Whether a path for images is configured.
    package var takesImages: Bool { paths.image != nil }

    /// POST of a form with the image, its own id, and the record's log id and server's id; bearer token.
    package func image(
        _ image: UploadGrant.Image,
        _ content: [UInt8],
        _ credentials: SessionCredentials
    ) throws -> DestinationRequest? {
        guard let path = try paths.image?.filled(for: image, credentials) else { return nil }
        let fields = [("image_id", image.imageID.rawValue), ("log_id", image.logID.rawValue)]
        let form = MultipartForm(fields + (image.recordID.map { [("record_id", $0)] } ?? []), image, content)
        let headers = Self.headers(credentials, hasBody: false) + [("Content-Type", form.contentType)]
        return DestinationRequest("POST", url: base.text + path, headers: headers, body: form.bytes)
    }

    /// Reads `{"id", "url"}`, bare or in `data` or `media`, or the error object.
    package func answer(_ reply: DestinationReply, to image: UploadGrant.Image) -> (DestinationAnswer, url: String?) {
        MediaAnswer.read(reply, image, idField: "id")
    }
}
