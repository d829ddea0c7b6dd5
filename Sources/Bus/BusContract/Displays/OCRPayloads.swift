public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// The kind of display that a picture is expected to show.
public struct DisplayWish: Codable, Sendable, Hashable {
    /// A type of display.
    public struct Kind: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A blood pressure monitor.
        public static let bloodPressure = Self(rawValue: "bloodPressure")
        /// A glucose meter.
        public static let glucoseMeter = Self(rawValue: "glucoseMeter")
        /// A thermometer.
        public static let thermometer = Self(rawValue: "thermometer")
        /// A pulse oximeter.
        public static let pulseOximeter = Self(rawValue: "pulseOximeter")
        /// A scale.
        public static let weightScale = Self(rawValue: "weightScale")
        /// Any of these.
        public static let any = Self(rawValue: "any")

        /// The values that this version knows.
        public static let known: [Self] = [
            .bloodPressure, .glucoseMeter, .thermometer, .pulseOximeter, .weightScale, .any,
        ]
    }

    /// The OCR peripheral.
    public var peripheralID: Int?
    /// The type of display if no peripheral is named; `any` when absent.
    public var type: Kind?
    /// The unit that the meter shows, such as `mmol/L`; the peripheral's own when absent.
    public var unit: String?
    /// The display's place, given by the overlay's frame; the whole picture when absent.
    public var box: PictureArea?
    /// The rotation of `box` around its centre, in degrees clockwise, -360 to 360; 0 when absent.
    ///
    /// `box` gives the place and size before rotation; its upper edge becomes the display's.
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
    /// Only those of a type, such as `bloodPressure`.
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
            /// The value on the wire.
            public let rawValue: String

            /// Wraps a value, known or unknown.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Its places and proportions were measured.
            public static let model = Self(rawValue: "model")
            /// Its rows and words are known; proportions are those of its type.
            public static let rows = Self(rawValue: "rows")
            /// Its layout is unknown: it is drawn as any display of its type.
            public static let kind = Self(rawValue: "kind")

            /// The values that this version knows.
            public static let known: [Self] = [.model, .rows, .kind]
        }

        /// The catalogue number.
        public var peripheralID: Int
        /// The type of display, such as `bloodPressure`.
        public var type: String
        /// The maker.
        public var manufacturer: String
        /// The model.
        public var model: String
        /// The address of the model's picture; absent if there is none.
        public var imageURL: String?
        /// The units that the meter can be set to, the default first.
        public var units: [String]
        /// The keys of the values that it shows, such as `sys`.
        public var fields: [String]
        /// How well the layout that `overlay` draws is known.
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

    /// All models, by catalogue number.
    public var peripherals: [Entry]

    /// Makes a reply.
    public init(peripherals: [Entry]) { self.peripherals = peripherals }
}

/// Asks for the overlay of a preview.
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

/// The overlay of a preview, which shows where to hold the display.
public struct Overlay: Codable, Sendable, Hashable {
    /// The peripheral.
    public var peripheralID: Int
    /// Where the display should be in the preview: the `box` of `recognize` and `startReading`.
    public var frame: PictureArea
    /// The overlay, as large as the preview, as SVG.
    public var svg: String
    /// The overlay as PNG, base64; absent if it is too large for a message.
    public var png: String?

    /// Makes an overlay.
    public init(peripheralID: Int, frame: PictureArea, svg: String, png: String? = nil) {
        self.peripheralID = peripheralID
        self.frame = frame
        self.svg = svg
        self.png = png
    }
}

/// Asks to read a picture that was handed over by `putPicture`.
public struct RecognizePicture: Codable, Sendable, Hashable {
    /// The picture.
    public var sha256: String
    /// The kind of display that is expected; anything when absent.
    public var wish: DisplayWish?
    /// The seat of the reading; when absent, the person who confirms it decides.
    @CheckedID public var seat: String?
    /// When the picture was taken; now when absent.
    public var takenAt: Date?
    /// Whether the reading is held for confirmation; true when absent.
    ///
    /// If false, it is only reported.
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

/// A picture to read, or one that was read; the same request again returns the progress.
public struct OCRJob: Codable, Sendable, Hashable {
    /// The progress of a job.
    public struct State: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was not read yet.
        public static let waiting = Self(rawValue: "waiting")
        /// It was read.
        public static let done = Self(rawValue: "done")
        /// It cannot be read.
        public static let failed = Self(rawValue: "failed")
        /// It was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        /// The values that this version knows.
        public static let known: [Self] = [.waiting, .done, .failed, .cancelled]
    }

    /// The job's id, the request's own.
    @CheckedID public var jobID: String
    /// The key of the reading that the job makes, if any.
    public var readingKey: ReadingKey
    /// The progress.
    public var state: State
    /// What was read, once the job is done.
    public var result: DisplayResult?
    /// Why the job failed.
    public var error: WireFault?
    /// Whether its reading waits for a person's confirmation; absent until the job is done.
    public var held: Bool?
    /// What happens to its reading; absent if there is none.
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
    /// A camera or stream by its name in the worker's configuration, `folder` with `path`, or `pushed` for frames that
    /// the caller sends by `pushFrame`.
    public var source: String
    /// The folder's absolute path on the worker's machine, below a path that `folders` allows.
    public var path: String?
    /// The kind of display that is expected; anything when absent.
    public var wish: DisplayWish?
    /// The seat of the reading; when absent, the person who confirms it decides.
    @CheckedID public var seat: String?
    /// The time limit, 1 to 600 s; 60 when absent.
    public var seconds: Int?
    /// Asks for a preview of at most five frames a second, which `pictureBytes` returns to callers that give this
    /// key.
    ///
    /// Use 16 to 64 random characters of a-z, A-Z, 0-9 and '-'; no preview when absent.
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

/// Ends jobs.
public struct CancelOCR: Codable, Sendable, Hashable {
    /// The id of a picture's or stream's job; when absent, all streams and all waiting pictures.
    @CheckedID public var jobID: String?

    /// Makes a request.
    public init(jobID: String? = nil) { self.jobID = jobID }
}

/// The jobs that were ended.
public struct CancelledOCR: Codable, Sendable, Hashable {
    /// The jobs' ids.
    public var jobs: [String]

    /// Makes a reply.
    public init(jobs: [String]) { self.jobs = jobs }
}
