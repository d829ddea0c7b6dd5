public import FoundationEssentials

/// What a process reports of its machine and connections; the bootstrap fills it in.
extension ActorHealth {
    /// Free space on the disk that stores the state.
    public struct Disk: Codable, Sendable, Hashable {
        /// Bytes that the process may still write.
        public var freeBytes: Int64
        /// The file system's size in bytes, without the space reserved for root.
        public var totalBytes: Int64

        /// Makes the facts of a file system.
        public init(freeBytes: Int64, totalBytes: Int64) {
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
        }

        /// The free part, from 0 to 1; 1 if the size is 0.
        public var freeShare: Double {
            guard totalBytes > 0 else { return 1 }
            return min(1, max(0, Double(freeBytes) / Double(totalBytes)))
        }
    }

    /// Whether the machine's time is reliable.
    public struct Clock: Codable, Sendable, Hashable {
        /// Whether a time service or the machine's host sets the clock, or the operator declared it right
        /// (`clock.trusted`).
        public var synchronized: Bool
        /// The largest error that the kernel estimates, in seconds (`maxerror` of adjtimex(2)); absent if unknown.
        public var errorSeconds: Double?

        /// Makes the facts of a clock.
        public init(synchronized: Bool, errorSeconds: Double? = nil) {
            self.synchronized = synchronized
            self.errorSeconds = errorSeconds
        }
    }

    /// The validity of the certificate that the process presents.
    public struct Certificate: Codable, Sendable, Hashable {
        /// When renewal is due: after two thirds of the certificate's validity.
        public var renewal: Date
        /// When the certificate expires.
        public var ends: Date

        /// Makes the facts of a certificate.
        public init(renewal: Date, ends: Date) {
            self.renewal = renewal
            self.ends = ends
        }
    }

    /// The last backup of the state directory (`vitalbus backup`).
    public struct Backup: Codable, Sendable, Hashable {
        /// When the backup was made; absent if there is none.
        public var made: Date?
        /// Since when nothing was backed up: the last backup, or the creation of the site's key; absent if unknown.
        public var since: Date?
        /// Whether the backup is of the store's present generation; absent from processes whose store has none.
        public var isOfThisStore: Bool?

        /// Makes the facts of a backup.
        public init(made: Date?, since: Date?, isOfThisStore: Bool? = nil) {
            self.made = made
            self.since = since
            self.isOfThisStore = isOfThisStore
        }
    }

    /// How a destination accepts records.
    public struct Destination: Codable, Sendable, Hashable {
        /// The destination's condition.
        public struct State: ContractWord {
            /// The value on the wire.
            public let rawValue: String

            /// Wraps a value, known or unknown.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It accepted the last record, or was sent none yet.
            public static let working = Self(rawValue: "working")
            /// Attempts fail and are repeated.
            public static let retrying = Self(rawValue: "retrying")
            /// Only probes are sent until it is repaired.
            public static let paused = Self(rawValue: "paused")

            /// The values that this version knows.
            public static let known: [Self] = [.working, .retrying, .paused]
        }

        /// The interface that receives the records.
        public var apiVersion: CloudAPI
        /// The destination's condition.
        public var state: State
        /// When it last accepted something from this process; absent before the first time.
        public var lastSuccess: Date?

        /// Makes the facts of a destination.
        public init(apiVersion: CloudAPI, state: State, lastSuccess: Date? = nil) {
            self.apiVersion = apiVersion
            self.state = state
            self.lastSuccess = lastSuccess
        }
    }
}
