public import FoundationEssentials

/// What a process tells of the machine and of the connections that it works on; the bootstrap fills it in.
extension ActorHealth {
    /// Free space where state is kept.
    public struct Disk: Codable, Sendable, Hashable {
        /// Bytes that the process may still write.
        public var freeBytes: Int64
        /// The file system's size in bytes, without what is kept for root.
        public var totalBytes: Int64

        /// Makes the facts of a file system.
        public init(freeBytes: Int64, totalBytes: Int64) {
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
        }

        /// The part that is free, from 0 to 1; 1 for a size that is none.
        public var freeShare: Double {
            guard totalBytes > 0 else { return 1 }
            return min(1, max(0, Double(freeBytes) / Double(totalBytes)))
        }
    }

    /// Whether the machine's time can be relied on.
    public struct Clock: Codable, Sendable, Hashable {
        /// Whether a time service or the machine's host keeps it right, or the operator says that it is (`clock.trusted`).
        public var synchronized: Bool
        /// The greatest error that the kernel reckons with, in seconds (`maxerror` of adjtimex(2)); absent where it is unknown.
        public var errorSeconds: Double?

        /// Makes the facts of a clock.
        public init(synchronized: Bool, errorSeconds: Double? = nil) {
            self.synchronized = synchronized
            self.errorSeconds = errorSeconds
        }
    }

    /// The term of the certificate that the process shows to others.
    public struct Certificate: Codable, Sendable, Hashable {
        /// From when on it is to be renewed: two thirds of its term are over.
        public var renewal: Date
        /// When it ends.
        public var ends: Date

        /// Makes the facts of a certificate.
        public init(renewal: Date, ends: Date) {
            self.renewal = renewal
            self.ends = ends
        }
    }

    /// The last backup of the state directory (`vitalbus backup`).
    public struct Backup: Codable, Sendable, Hashable {
        /// When it was made; absent where there was none.
        public var made: Date?
        /// Since when nothing was backed up: the last backup, or the making of the site's key; absent where that is not known.
        public var since: Date?
        /// Whether it is of the generation of the store that is in use; absent from processes without a store that has one.
        public var isOfThisStore: Bool?

        /// Makes the facts of a backup.
        public init(made: Date?, since: Date?, isOfThisStore: Bool? = nil) {
            self.made = made
            self.since = since
            self.isOfThisStore = isOfThisStore
        }
    }

    /// How a destination of records takes what it is sent.
    public struct Destination: Codable, Sendable, Hashable {
        /// One word for it.
        public struct State: ContractWord {
            /// The word on the wire.
            public let rawValue: String

            /// Carries a word, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It took the last record, or was sent none yet.
            public static let working = Self(rawValue: "working")
            /// Attempts fail and are made again.
            public static let retrying = Self(rawValue: "retrying")
            /// It is sent only probes until it is repaired.
            public static let paused = Self(rawValue: "paused")

            /// The words of this version.
            public static let known: [Self] = [.working, .retrying, .paused]
        }

        /// The interface that takes its records.
        public var apiVersion: CloudAPI
        /// One word for it.
        public var state: State
        /// When it last took something from this process; absent before the first time.
        public var lastSuccess: Date?

        /// Makes the facts of a destination.
        public init(apiVersion: CloudAPI, state: State, lastSuccess: Date? = nil) {
            self.apiVersion = apiVersion
            self.state = state
            self.lastSuccess = lastSuccess
        }
    }
}
