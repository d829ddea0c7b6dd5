public import MessageBus
internal import VitalRecords

/// Names a file to import, and which part of it.
public struct ImportFile: Codable, Sendable, Hashable {
    /// The file's absolute path on the importer's machine.
    public var path: String
    /// The seat of the import; required unless the site's hub has one seat or the file is in a watched folder.
    @CheckedID public var seat: String?
    /// The seat's session whose person the file belongs to; if the seat has another one, the request is refused with
    /// `conflict`.
    ///
    /// Absent for the seat's present session, whichever it is.
    @CheckedID public var sessionID: String?
    /// The requested sets, such as `routine`; all that the session's destination accepts when absent.
    public var sets: [String]?
    /// The first local day, such as `2026-03-01`; all days when absent.
    public var from: String?
    /// The last local day; all days when absent.
    public var to: String?
    /// The person's home time zone, by its name in the tz database.
    public var zone: String?
    /// Names of sources, the preferred one first.
    public var sources: [String]?
    /// Whether to import every heart rate instead of one in a quarter of an hour; false when absent.
    public var allHeartRates: Bool?
    /// Whether an operator confirms that the export belongs to the seat's person, although it names another one than
    /// before; false when absent.
    public var confirmsPerson: Bool?
    /// The user whose values are imported from a device that numbers several users, such as a scale or a cuff.
    ///
    /// Without it, values of several users are held.
    public var userIndex: Int?

    /// Makes a request.
    public init(
        path: String,
        seat: String? = nil,
        sessionID: String? = nil,
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
        self.sessionID = sessionID
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

/// Data in an input that makes no record.
public struct ImportLeftOut: Codable, Sendable, Hashable {
    /// Why data was left out.
    public struct Reason: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No living person has such a value.
        public static let impossible = Self(rawValue: "impossible")
        /// The format marks it as no measurement: a status, a goal or a zero.
        public static let noMeasurement = Self(rawValue: "noMeasurement")
        /// Its unit is unknown.
        public static let unknownUnit = Self(rawValue: "unknownUnit")
        /// No record is made from its element, column or table.
        public static let unknownElement = Self(rawValue: "unknownElement")
        /// The file's format is unknown.
        public static let unknownFile = Self(rawValue: "unknownFile")
        /// The file cannot be opened.
        public static let unreadableFile = Self(rawValue: "unreadableFile")
        /// It belongs to another user of the device.
        public static let otherUser = Self(rawValue: "otherUser")
        /// A night from another app lacks the time in bed.
        public static let noTimeInBed = Self(rawValue: "noTimeInBed")
        /// Another file of the input contains it.
        public static let repeated = Self(rawValue: "repeated")
        /// It is incomplete, such as half of a blood pressure.
        public static let incomplete = Self(rawValue: "incomplete")

        /// The values that this version knows.
        public static let known: [Self] = [
            .impossible, .noMeasurement, .unknownUnit, .unknownElement, .unknownFile, .unreadableFile, .otherUser,
            .noTimeInBed, .repeated, .incomplete,
        ]
    }

    /// The reason.
    public var reason: Reason
    /// The number of occurrences.
    public var count: Int
    /// The file's name without folders; absent if the input is one file, and for a sum of several.
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

/// An import and its progress.
public struct ImportState: Codable, Sendable, Hashable {
    /// The state of an import.
    public struct State: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Other imports run first.
        public static let waiting = Self(rawValue: "waiting")
        /// It is being read.
        public static let running = Self(rawValue: "running")
        /// All of it was read.
        public static let done = Self(rawValue: "done")
        /// It waits for a person's confirmation.
        public static let held = Self(rawValue: "held")
        /// It cannot be read.
        public static let failed = Self(rawValue: "failed")
        /// It was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        /// The values that this version knows.
        public static let known: [Self] = [.waiting, .running, .done, .held, .failed, .cancelled]
    }

    /// The origin of an import.
    public struct Origin: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was requested.
        public static let file = Self(rawValue: "file")
        /// It was found in a watched folder.
        public static let folder = Self(rawValue: "folder")
        /// It was uploaded over HTTP.
        public static let http = Self(rawValue: "http")
        /// It belongs to a historical fetch.
        public static let fetch = Self(rawValue: "fetch")

        /// The values that this version knows.
        public static let known: [Self] = [.file, .folder, .http, .fetch]
    }

    /// The seat of the import.
    @ExplicitNull public var seat: String?
    /// The importer's hub.
    @CheckedID public var hub: String
    /// The import's id.
    @CheckedID public var importID: String
    /// The session of the person whose data it is: the seat's present session if that person has it, else an earlier one.
    ///
    /// Absent in imports that an earlier version saved.
    @CheckedID public var sessionID: String?
    /// The origin.
    public var origin: Origin
    /// The state.
    public var state: State
    /// The number of bytes read, uncompressed.
    public var bytes: Int64
    /// The total number of bytes; 0 if unknown.
    public var totalBytes: Int64
    /// The number of new records.
    public var created: Int
    /// The number of changed records.
    public var updated: Int
    /// The number of records that were already known.
    public var unchanged: Int
    /// The number of places in the input that could not be read.
    public var damaged: Int
    /// What was read but left out, by file and reason; in a list of several imports by reason only.
    ///
    /// Absent if nothing was.
    public var leftOut: [ImportLeftOut]?
    /// Why it is held or has failed; null otherwise.
    @ExplicitNull public var error: WireFault?

    /// Makes a state.
    public init(
        seat: String?,
        hub: String,
        importID: String,
        sessionID: String? = nil,
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
        self.sessionID = sessionID
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
    /// The number of occurrences left out, for any reason.
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
    /// Their ids; empty if it had already ended.
    @CheckedID public var importIDs: [String]

    /// Makes a reply.
    public init(importIDs: [String]) { self.importIDs = importIDs }
}

/// Records of one type were made from an export.
public struct HealthRecordsProcessed: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// The importer's hub.
    @CheckedID public var hub: String
    /// The import that made them.
    @CheckedID public var importID: String
    /// The record type, such as `routine`.
    public var recordType: String
    /// The number of new or changed records.
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

/// Sets the watched folders of a seat.
public struct ObserveFolders: Codable, Sendable, Hashable {
    /// The seat; when absent, the request only lists the folders of all seats.
    @CheckedID public var seat: String?
    /// Absolute paths on the importer's machine; empty stops watching, absent only lists.
    public var paths: [String]?

    /// Makes a request.
    public init(seat: String? = nil, paths: [String]? = nil) {
        self.seat = seat
        self.paths = paths
    }
}

/// The watched folders.
public struct ObservedFolders: Codable, Sendable, Hashable {
    /// One folder.
    public struct Folder: Codable, Sendable, Hashable {
        /// The seat whose person's exports the folder receives.
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
    /// Marks of records that were already handed over.
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
