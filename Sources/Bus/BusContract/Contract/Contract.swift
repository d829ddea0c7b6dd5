public import MessageBus

/// Every topic of the bus, in one table: what `topics/` documents and the broker's roles are made from.
public enum Contract {
    /// The versions of the contract that this code speaks.
    public static let versions = ["v1"]

    /// All topics: each owner's list stands beside its declarations.
    public static let topics: [TopicDescriptor] =
        PresenceTopics.all + ScannerTopics.all + ReaderTopics.all + HealthTopics.all + OCRTopics.all + SessionEvents.all
        + SessionOperations.all + UploadWork.all + LogTopics.all
}

extension Operation {
    /// The request's topic and the reply's.
    var descriptors: [TopicDescriptor] { [request.descriptor, reply.descriptor] }
}
