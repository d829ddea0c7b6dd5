public import MessageBus
internal import VitalRecords

/// Names a file to import, and what of it.
public struct ImportFile: Codable, Sendable, Hashable {
    /// The file's absolute path on the importer's machine.
    public var path: String
    /// The seat that it is for; needed unless the site's hub has one seat or the file lies in a watched folder.
    @CheckedID public var seat: String?
    /// The sets that are wanted, as `routine`; all that the session's destination takes when absent.
    public var sets: [String]?
    /// The first local day, as `2026-03-01`; all when absent.
    public var from: String?
    /// The last local day; all when absent.
    public var to: String?
    /// The person's home zone by its name in the tz database.
    public var zone: String?
    /// Names of sources, the one that counts most first.
    public var sources: [String]?
    /// Whether every heart rate is taken, not one in a quarter of an hour; false when absent.
    public var allHeartRates: Bool?
    /// Whether an operator says that it is the seat's person's, though it names another one than before; false when absent.
    public var confirmsPerson: Bool?
    /// Whose values are taken of a device that keeps several users apart by numbers, as scales and cuffs do; without it
    /// values of several users are held.
    public var userIndex: Int?

    /// Makes a request.
    public init(
        path: String,
        seat: String? = nil,
        sets: [String]? = nil,
        from: String? = nil,
        to: String? = nil,
        zone: String? = nil,
        sources: [String]? = nil,
        allHeartRates: Bool? = nil,
        confirmsPerson: Bool? = nil,
        userIndex: Int? = nil
    ) {
        self.path = path
        self.seat = seat
        self.sets = sets
        self.from = from
        self.to = to
        self.zone = zone
        self.sources = sources
        self.allHeartRates = allHeartRates
        self.confirmsPerson = confirmsPerson
        self.userIndex = userIndex
    }
}

/// Something that an input has and no record is made from.
public struct ImportLeftOut: Codable, Sendable, Hashable {
    /// Why something was left out.
    public struct Reason: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No living person has such a value.
        public static let impossible = Self(rawValue: "impossible")
        /// By the format's own words nothing was measured: a status, a goal, a zero.
        public static let noMeasurement = Self(rawValue: "noMeasurement")
        /// Its unit is not known.
        public static let unknownUnit = Self(rawValue: "unknownUnit")
        /// Nothing is made from its element, column or table.
        public static let unknownElement = Self(rawValue: "unknownElement")
        /// Its file is of no known kind.
        public static let unknownFile = Self(rawValue: "unknownFile")
        /// Its file cannot be opened.
        public static let unreadableFile = Self(rawValue: "unreadableFile")
        /// It is of another user of the device.
        public static let otherUser = Self(rawValue: "otherUser")
        /// A night of another app has no time in bed.
        public static let noTimeInBed = Self(rawValue: "noTimeInBed")
        /// Another file of the input has it.
        public static let repeated = Self(rawValue: "repeated")
        /// It is a part without the rest, as half of a blood pressure.
        public static let incomplete = Self(rawValue: "incomplete")

        /// The words of this version.
        public static let known: [Self] = [
            .impossible, .noMeasurement, .unknownUnit, .unknownElement, .unknownFile, .unreadableFile, .otherUser,
            .noTimeInBed, .repeated, .incomplete,
        ]
    }

    /// Why.
    public var reason: Reason
    /// How often.
    public var count: Int
    /// The file's name, without its folders; absent where the input is one file, and for a sum of several.
    public var file: String?
    /// The element, column or type; absent for a sum of several.
    public var element: String?

    /// Makes a line.
    public init(reason: Reason, count: Int, file: String? = nil, element: String? = nil) {
        self.reason = reason
        self.count = count
        self.file = file
        self.element = element
    }
}

/// An import and how far it is.
public struct ImportState: Codable, Sendable, Hashable {
    /// How far an import is.
    public struct State: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Others go first.
        public static let waiting = Self(rawValue: "waiting")
        /// It is being read.
        public static let running = Self(rawValue: "running")
        /// All of it is read.
        public static let done = Self(rawValue: "done")
        /// It needs a person's confirmation.
        public static let held = Self(rawValue: "held")
        /// It cannot be read.
        public static let failed = Self(rawValue: "failed")
        /// It was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        /// The words of this version.
        public static let known: [Self] = [.waiting, .running, .done, .held, .failed, .cancelled]
    }

    /// Where an import comes from.
    public struct Origin: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was requested.
        public static let file = Self(rawValue: "file")
        /// It was found in a watched folder.
        public static let folder = Self(rawValue: "folder")
        /// It was posted.
        public static let http = Self(rawValue: "http")
        /// It is a historical fetch.
        public static let fetch = Self(rawValue: "fetch")

        /// The words of this version.
        public static let known: [Self] = [.file, .folder, .http, .fetch]
    }

    /// The seat that it is for.
    @ExplicitNull public var seat: String?
    /// The importer's hub.
    @CheckedID public var hub: String
    /// The import's id.
    @CheckedID public var importID: String
    /// Where it comes from.
    public var origin: Origin
    /// How far it is.
    public var state: State
    /// How many bytes are done, uncompressed.
    public var bytes: Int64
    /// How many bytes there are; 0 if unknown.
    public var totalBytes: Int64
    /// How many records were new.
    public var created: Int
    /// How many records changed.
    public var updated: Int
    /// How many records were known as they are.
    public var unchanged: Int
    /// How many places of the input could not be read.
    public var damaged: Int
    /// What was left out though it could be read, by file and reason, in a list of several imports by reason alone; absent
    /// where nothing was.
    public var leftOut: [ImportLeftOut]?
    /// Why it is held or has failed; null where it is not.
    @ExplicitNull public var error: WireFault?

    /// Makes a state.
    public init(
        seat: String?,
        hub: String,
        importID: String,
        origin: Origin,
        state: State,
        bytes: Int64 = 0,
        totalBytes: Int64 = 0,
        created: Int = 0,
        updated: Int = 0,
        unchanged: Int = 0,
        damaged: Int = 0,
        leftOut: [ImportLeftOut]? = nil,
        error: WireFault? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.importID = importID
        self.origin = origin
        self.state = state
        self.bytes = bytes
        self.totalBytes = totalBytes
        self.created = created
        self.updated = updated
        self.unchanged = unchanged
        self.damaged = damaged
        self.leftOut = leftOut
        self.error = error
    }
}

extension ImportState {
    /// How often something was left out, for whatever reason.
    package var leftOutCount: Int { Int.clampedSum((leftOut ?? []).map(\.count)) }
}

/// Asks for imports.
public struct ImportsRequest: Codable, Sendable, Hashable {
    /// Only this seat's; all when absent.
    @CheckedID public var seat: String?
    /// Only this import.
    @CheckedID public var importID: String?

    /// Makes a request.
    public init(seat: String? = nil, importID: String? = nil) {
        self.seat = seat
        self.importID = importID
    }
}

/// Imports, the latest first, 50 at most.
public struct ImportList: Codable, Sendable, Hashable {
    /// The imports.
    public var imports: [ImportState]

    /// Makes a reply.
    public init(imports: [ImportState]) {
        self.imports = imports
    }
}

/// Ends an import.
public struct CancelImport: Codable, Sendable, Hashable {
    /// The import.
    @CheckedID public var importID: String

    /// Makes a request.
    public init(importID: String) { self.importID = importID }
}

/// The imports that were ended.
public struct CancelledImports: Codable, Sendable, Hashable {
    /// Their ids; empty where it had ended by itself.
    @CheckedID public var importIDs: [String]

    /// Makes a reply.
    public init(importIDs: [String]) { self.importIDs = importIDs }
}

/// Records of one type were made of what a person exported.
public struct HealthRecordsProcessed: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// The importer's hub.
    @CheckedID public var hub: String
    /// The import that they came by.
    @CheckedID public var importID: String
    /// The record type, as `routine`.
    public var recordType: String
    /// How many records are new or changed.
    public var count: Int

    /// Makes an event.
    public init(seat: String?, hub: String, importID: String, recordType: String, count: Int) {
        self.seat = seat
        self.hub = hub
        self.importID = importID
        self.recordType = recordType
        self.count = count
    }
}

/// Says which folders of a seat are watched.
public struct ObserveFolders: Codable, Sendable, Hashable {
    /// The seat; all seats when absent, which only shows.
    @CheckedID public var seat: String?
    /// Absolute paths on the importer's machine; empty stops, absent only shows.
    public var paths: [String]?

    /// Makes a request.
    public init(seat: String? = nil, paths: [String]? = nil) {
        self.seat = seat
        self.paths = paths
    }
}

/// The folders that are watched.
public struct ObservedFolders: Codable, Sendable, Hashable {
    /// One folder.
    public struct Folder: Codable, Sendable, Hashable {
        /// The seat whose person's exports come there.
        @CheckedID public var seat: String
        /// Its path.
        public var path: String

        /// Makes a folder.
        public init(seat: String, path: String) {
            self.seat = seat
            self.path = path
        }
    }

    /// The folders.
    public var folders: [Folder]

    /// Makes a reply.
    public init(folders: [Folder]) {
        self.folders = folders
    }
}

/// What the importer has erased of a seat.
public struct ImportsErased: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Marks of records that were handed over.
    public var marks: Int
    /// Records that waited for the session manager.
    public var readings: Int

    /// Makes a reply.
    public init(seat: String, marks: Int, readings: Int) {
        self.seat = seat
        self.marks = marks
        self.readings = readings
    }
}
