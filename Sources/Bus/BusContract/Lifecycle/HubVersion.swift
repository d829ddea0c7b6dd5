/// Asks a hub for its packages' version, and may name the version that it installs or keeps.
///
/// It carries a version only. The packages come from the repository that the hub's root has configured.
public struct InstallVersion: Codable, Sendable, Hashable {
    /// The version, as Debian writes it: a digit, then letters, digits and `.+~-`, at most 64 characters; absent to
    /// change nothing.
    public var version: String?
    /// Whether the version, which runs on trial, is kept; false when absent.
    public var keeps: Bool?

    /// Makes a request.
    public init(version: String? = nil, keeps: Bool? = nil) {
        self.version = version
        self.keeps = keeps
    }

    /// The longest version, in characters.
    public static let longestVersion = 64

    /// Whether a text is a version that a hub installs.
    ///
    /// It follows Debian's policy, section 5.6.12, without epochs. The last character is a letter, a digit or `~`: apt
    /// would take a last `-` or `+` as an order to remove or add the package.
    public static func isVersion(_ text: String) -> Bool {
        func isPlain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber)
        }
        guard let first = text.first, let last = text.last, first.isASCII, first.isNumber else { return false }
        return text.utf8.count <= longestVersion && text.allSatisfy { isPlain($0) || ".+~-".contains($0) }
            && (isPlain(last) || last == "~")
    }
}

/// The version of a hub's packages, and the state of their update.
public struct HubVersion: Codable, Sendable, Hashable {
    /// The state of a hub's update.
    public struct Step: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The hub's root has not switched updates on.
        public static let off = Self(rawValue: "off")
        /// Nothing is under way; the installed version is kept.
        public static let idle = Self(rawValue: "idle")
        /// The version that was named is fetched and installed.
        public static let installing = Self(rawValue: "installing")
        /// The new version runs, and is left again after four minutes unless it is kept.
        public static let trial = Self(rawValue: "trial")
        /// The hub goes back to the version before.
        public static let returning = Self(rawValue: "returning")
        /// The hub has gone back to the version before.
        public static let returned = Self(rawValue: "returned")
        /// Nothing was installed, or the way back failed.
        public static let failed = Self(rawValue: "failed")

        /// The values that this version knows.
        public static let known: [Self] = [.off, .idle, .installing, .trial, .returning, .returned, .failed]
    }

    /// Why a version was not installed or not kept.
    public struct Problem: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not a version.
        public static let notAVersion = Self(rawValue: "notAVersion")
        /// It is older than the installed version, and not the one before it.
        public static let older = Self(rawValue: "older")
        /// The hub's repository does not have it.
        public static let notInRepository = Self(rawValue: "notInRepository")
        /// The installed version's packages cannot be fetched, or could not read the new version's data.
        public static let noWayBack = Self(rawValue: "noWayBack")
        /// The packages could not be installed.
        public static let notInstalled = Self(rawValue: "notInstalled")
        /// A process that ran before does not run with it.
        public static let notStarted = Self(rawValue: "notStarted")
        /// The site did not keep it in time.
        public static let notKept = Self(rawValue: "notKept")
        /// The site asked for the version before.
        public static let takenBack = Self(rawValue: "takenBack")
        /// The version before could not be installed: the hub needs a person.
        public static let notReturned = Self(rawValue: "notReturned")

        /// The values that this version knows.
        public static let known: [Self] = [
            .notAVersion, .older, .notInRepository, .noWayBack, .notInstalled, .notStarted, .notKept, .takenBack,
            .notReturned,
        ]
    }

    /// The hub.
    @CheckedID public var hub: String
    /// The state of its update.
    public var step: Step
    /// The version of the installed packages; absent while `off`.
    public var version: String?
    /// The version before, to which the hub can go back; absent if it cannot.
    public var previous: String?
    /// Why the last version was not installed or not kept; absent if it was.
    public var problem: Problem?
    /// The age of the oldest reading that can be sent and has not arrived, in seconds; absent if all have.
    public var oldestAgeSeconds: Int?

    /// Makes a state.
    public init(
        hub: String,
        step: Step,
        version: String? = nil,
        previous: String? = nil,
        problem: Problem? = nil,
        oldestAgeSeconds: Int? = nil
    ) {
        self.hub = hub
        self.step = step
        self.version = version
        self.previous = previous
        self.problem = problem
        self.oldestAgeSeconds = oldestAgeSeconds
    }
}
