public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// Which display is expected in a picture.
public struct DisplayWish: Codable, Sendable, Hashable {
    /// A type of display.
    public struct Kind: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A blood pressure monitor's.
        public static let bloodPressure = Self(rawValue: "bloodPressure")
        /// A glucose meter's.
        public static let glucoseMeter = Self(rawValue: "glucoseMeter")
        /// A thermometer's.
        public static let thermometer = Self(rawValue: "thermometer")
        /// A pulse oximeter's.
        public static let pulseOximeter = Self(rawValue: "pulseOximeter")
        /// A scale's.
        public static let weightScale = Self(rawValue: "weightScale")
        /// Any of these.
        public static let any = Self(rawValue: "any")

        /// The words of this version.
        public static let known: [Self] = [
            .bloodPressure, .glucoseMeter, .thermometer, .pulseOximeter, .weightScale, .any,
        ]
    }

    /// The OCR peripheral.
    public var peripheralID: Int?
    /// The type of display, where no peripheral is named; `any` when absent.
    public var type: Kind?
    /// The unit that the meter shows, as `mmol/L`; the peripheral's own when absent.
    public var unit: String?
    /// Where the display is, the overlay's frame; the whole picture when absent.
    public var box: PictureArea?
    /// How far `box` is turned around its centre, in degrees clockwise, -360 to 360: `box` has its place and size before
    /// turning, and its upper edge becomes the display's; 0 when absent.
    public var boxAngle: Double?

    /// Makes a wish.
    public init(
        peripheralID: Int? = nil,
        type: Kind? = nil,
        unit: String? = nil,
        box: PictureArea? = nil,
        boxAngle: Double? = nil
    ) {
        self.peripheralID = peripheralID
        self.type = type
        self.unit = unit
        self.box = box
        self.boxAngle = boxAngle
    }
}

/// Asks which displays can be read.
public struct OCRPeripheralsRequest: Codable, Sendable, Hashable {
    /// Only this peripheral.
    public var peripheralID: Int?
    /// Only those of a type, as `bloodPressure`.
    public var type: String?

    /// Makes a request.
    public init(peripheralID: Int? = nil, type: String? = nil) {
        self.peripheralID = peripheralID
        self.type = type
    }
}

/// The displays that can be read.
public struct OCRPeripherals: Codable, Sendable, Hashable {
    /// A model whose display can be read.
    public struct Entry: Codable, Sendable, Hashable {
        /// How well a display's layout is known.
        public struct Layout: ContractWord {
            /// The word on the wire.
            public let rawValue: String

            /// Carries a word, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Its places and proportions were measured.
            public static let model = Self(rawValue: "model")
            /// Its rows and words are known, with its type's proportions.
            public static let rows = Self(rawValue: "rows")
            /// Nothing is certain: it is drawn as any of its type.
            public static let kind = Self(rawValue: "kind")

            /// The words of this version.
            public static let known: [Self] = [.model, .rows, .kind]
        }

        /// Its number.
        public var peripheralID: Int
        /// Its type, as `bloodPressure`.
        public var type: String
        /// Who makes it.
        public var manufacturer: String
        /// The model.
        public var model: String
        /// Where a picture of it is; absent where nobody shows one.
        public var imageURL: String?
        /// The units that it may be set to, the default first.
        public var units: [String]
        /// The keys of the values that it shows, as `sys`.
        public var fields: [String]
        /// How well `overlay` knows its display.
        public var layout: Layout?

        /// Makes an entry.
        public init(
            peripheralID: Int,
            type: String,
            manufacturer: String,
            model: String,
            imageURL: String? = nil,
            units: [String],
            fields: [String],
            layout: Layout? = nil
        ) {
            self.peripheralID = peripheralID
            self.type = type
            self.manufacturer = manufacturer
            self.model = model
            self.imageURL = imageURL
            self.units = units
            self.fields = fields
            self.layout = layout
        }
    }

    /// All of them, by number.
    public var peripherals: [Entry]

    /// Makes a reply.
    public init(peripherals: [Entry]) { self.peripherals = peripherals }
}

/// Asks for what to lay over a preview.
public struct OverlayRequest: Codable, Sendable, Hashable {
    /// The peripheral.
    public var peripheralID: Int
    /// The preview's width in pixels, 16 to 8192.
    public var width: Int
    /// The preview's height in pixels, 16 to 8192.
    public var height: Int

    /// Makes a request.
    public init(peripheralID: Int, width: Int, height: Int) {
        self.peripheralID = peripheralID
        self.width = width
        self.height = height
    }
}

/// What to lay over a preview, so that the display is held where it is looked for.
public struct Overlay: Codable, Sendable, Hashable {
    /// The peripheral.
    public var peripheralID: Int
    /// Where the display belongs in the preview: the `box` of `recognize` and `startReading`.
    public var frame: PictureArea
    /// The picture to lay over it, as large as the preview, SVG.
    public var svg: String
    /// The same as PNG, base64; absent where it is too large for a message.
    public var png: String?

    /// Makes an overlay.
    public init(peripheralID: Int, frame: PictureArea, svg: String, png: String? = nil) {
        self.peripheralID = peripheralID
        self.frame = frame
        self.svg = svg
        self.png = png
    }
}

/// Asks to read a picture that was handed over before by `putPicture`.
public struct RecognizePicture: Codable, Sendable, Hashable {
    /// The picture.
    public var sha256: String
    /// What is expected in it; anything when absent.
    public var wish: DisplayWish?
    /// The seat that the reading is for; absent leaves it to whoever confirms it.
    @CheckedID public var seat: String?
    /// When it was taken; now when absent.
    public var takenAt: Date?
    /// Whether the reading is held for a confirmation, true when absent; otherwise it is only told.
    public var holds: Bool?

    /// Makes a request.
    public init(
        sha256: String,
        wish: DisplayWish? = nil,
        seat: String? = nil,
        takenAt: Date? = nil,
        holds: Bool? = nil
    ) {
        self.sha256 = sha256
        self.wish = wish
        self.seat = seat
        self.takenAt = takenAt
        self.holds = holds
    }
}

/// A picture that is to be read or was read; the same request again tells how far it is.
public struct OCRJob: Codable, Sendable, Hashable {
    /// How far a job is.
    public struct State: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is not read yet.
        public static let waiting = Self(rawValue: "waiting")
        /// It was read.
        public static let done = Self(rawValue: "done")
        /// It cannot be read.
        public static let failed = Self(rawValue: "failed")
        /// It was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        /// The words of this version.
        public static let known: [Self] = [.waiting, .done, .failed, .cancelled]
    }

    /// The job's id, the request's own.
    @CheckedID public var jobID: String
    /// The key of the reading that it makes, if it makes one.
    public var readingKey: ReadingKey
    /// How far it is.
    public var state: State
    /// What was seen, once it is done.
    public var result: DisplayResult?
    /// Why it failed.
    public var error: WireFault?
    /// Whether its reading waits for a person's confirmation; absent while it is not done.
    public var held: Bool?
    /// What becomes of its reading; absent where there is none.
    public var disposition: PictureDisposition?

    /// Makes a state.
    public init(
        jobID: String,
        readingKey: ReadingKey,
        state: State,
        result: DisplayResult? = nil,
        error: WireFault? = nil,
        held: Bool? = nil,
        disposition: PictureDisposition? = nil
    ) {
        self.jobID = jobID
        self.readingKey = readingKey
        self.state = state
        self.result = result
        self.error = error
        self.held = held
        self.disposition = disposition
    }
}

/// Asks to read a display until the frames agree.
public struct StartReading: Codable, Sendable, Hashable {
    /// A camera or stream by its name in the configuration of the worker, `folder` with `path`, or `pushed` for frames that
    /// the caller gives by `pushFrame`.
    public var source: String
    /// The folder's absolute path on the worker's machine, below one that `folders` allows.
    public var path: String?
    /// What is expected; anything when absent.
    public var wish: DisplayWish?
    /// The seat that the reading is for; absent leaves it to whoever confirms it.
    @CheckedID public var seat: String?
    /// How long it may take, 1 to 600 s, 60 when absent.
    public var seconds: Int?
    /// Asks for a preview, five frames a second at most, which `pictureBytes` gives to whoever names this key; 16 to 64
    /// characters of a-z, A-Z, 0-9 and '-' that nobody can guess, no preview when absent.
    public var previewKey: String?

    /// Makes a request.
    public init(
        source: String,
        path: String? = nil,
        wish: DisplayWish? = nil,
        seat: String? = nil,
        seconds: Int? = nil,
        previewKey: String? = nil
    ) {
        self.source = source
        self.path = path
        self.wish = wish
        self.seat = seat
        self.seconds = seconds
        self.previewKey = previewKey
    }
}

/// Ends what was started.
public struct CancelOCR: Codable, Sendable, Hashable {
    /// A picture's job or a stream's; all streams and all pictures that wait when absent.
    @CheckedID public var jobID: String?

    /// Makes a request.
    public init(jobID: String? = nil) { self.jobID = jobID }
}

/// What was ended.
public struct CancelledOCR: Codable, Sendable, Hashable {
    /// The jobs' ids.
    public var jobs: [String]

    /// Makes a reply.
    public init(jobs: [String]) { self.jobs = jobs }
}
