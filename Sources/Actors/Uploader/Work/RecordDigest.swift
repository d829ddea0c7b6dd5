internal import BusContract
internal import Crypto
internal import FoundationEssentials
internal import MessageBus

extension UploadGrant.Item {
    /// A SHA-256 of the delivery: the record, its destination, and whether it is deleted.
    ///
    /// A revision's number alone is not enough: a queue that was set back gives a number twice.
    ///
    /// - Throws: What encoding the record throws.
    func digest() throws -> Data {
        var hash = SHA256()
        hash.update(data: Array("\(apiVersion)\u{0}\(isDeletion == true)\u{0}".utf8))
        hash.update(data: try WireJSON.encode(record))
        return Data(hash.finalize())
    }
}
