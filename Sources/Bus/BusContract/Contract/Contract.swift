public import MessageBus

/// Every topic of the bus in one table.
///
/// `topics/` and the broker's roles are generated from it.
public enum Contract {
    /// The versions of the contract that this code speaks.
    public static let versions = ["v1"]

    /// All topics.
    ///
    /// Each owner lists its topics next to their declarations.
    public static let topics: [TopicDescriptor] =
        PresenceTopics.all + ScannerTopics.all + ReaderTopics.all + HealthTopics.all + OCRTopics.all + SessionEvents.all
        + SessionOperations.all + PageTopics.all + UploadWork.all + LogTopics.all
}

extension Operation {
    /// The topics of a request and its reply.
    var descriptors: [TopicDescriptor] { [request.descriptor, reply.descriptor] }
}
