internal import BusContract
internal import VitalRecords

extension PathTemplate {
    /// The path of an image's request.
    ///
    /// - Throws: ``UploaderError`` `recordIDUnknown` where it needs the server's id of the record, and nobody knows it.
    func filled(for image: UploadGrant.Image, _ credentials: SessionCredentials) throws -> String {
        var values = [
            "org": credentials.organizationID, "user": credentials.userID, "logID": image.logID.rawValue,
            "imageID": image.imageID.rawValue, "token": credentials.token,
        ]
        values["recordID"] = image.recordID
        guard image.recordID != nil || !text.contains("{recordID}") else {
            throw UploaderError(
                .recordIDUnknown,
                "the path for images needs the server's id of the record, and the server never told it: use {logID}"
            )
        }
        return filled(values)
    }
}
