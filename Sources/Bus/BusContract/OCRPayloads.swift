public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// Which display is expected in a picture.
public struct DisplayWish: Codable, Sendable, Hashable {
    /// The OCR peripheral.
    public var peripheralID: Int?
    /// `bloodPressure`, `glucoseMeter`, `thermometer`, `pulseOximeter`, `weightScale`, `any`; where no peripheral is named,
    /// and `any` when absent.
    public var type: String?
    /// The unit that the meter shows, as `mmol/L`; the peripheral's own when absent.
    public var unit: String?
    /// Where the display is, the overlay's frame; the whole picture when absent.
    public var box: PictureArea?

    /// Makes a wish.
    public init(peripheralID: Int? = nil, type: String? = nil, unit: String? = nil, box: PictureArea? = nil) {
        self.peripheralID = peripheralID
        self.type = type
        self.unit = unit
        self.box = box
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
        /// How well `overlay` knows its display: `model` (its places and proportions were measured), `rows` (its rows and
        /// words, with its type's proportions), `kind` (nothing certain, drawn as any of its type).
        public var layout: String?

        /// Makes an entry.
        public init(
            peripheralID: Int,
            type: String,
            manufacturer: String,
            model: String,
            imageURL: String? = nil,
            units: [String],
            fields: [String],
            layout: String? = nil
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
    public var seat: String?
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
    /// The job's id, the request's own.
    public var jobID: String
    /// The key of the reading that it makes, if it makes one.
    public var readingKey: ReadingKey
    /// `waiting`, `done`, `failed` or `cancelled`.
    public var state: String
    /// What was seen, once it is done.
    public var result: DisplayResult?
    /// Why it failed.
    public var error: WireFault?
    /// Whether its reading waits for a person's confirmation; absent while it is not done.
    public var held: Bool?
    /// What becomes of its reading: `held`, or `notStored` where the default user is at the seat, of whom nothing is kept;
    /// absent where there is none.
    public var disposition: PictureDisposition?

    /// Makes a state.
    public init(
        jobID: String,
        readingKey: ReadingKey,
        state: String,
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

/// What was seen on a display.
public struct DisplayResult: Codable, Sendable, Hashable {
    /// One value of the display.
    public struct Field: Codable, Sendable, Hashable {
        /// The layout's name of it, as `sys`.
        public var key: String
        /// The characters, as `128`.
        public var text: String
        /// The value as a record has it.
        public var measurement: Measurement?
        /// How certain each character is, from 0 to 1.
        public var characters: [Double]

        /// Makes a field.
        public init(key: String, text: String, measurement: Measurement?, characters: [Double]) {
            self.key = key
            self.text = text
            self.measurement = measurement
            self.characters = characters
        }
    }

    /// The display's rows, divided by line feeds; empty where nothing was seen.
    public var text: String
    /// The values; empty where it was refused, or where the seat's values are not shared.
    public var fields: [Field]
    /// How certain all of it is, from 0 to 1.
    public var confidence: Double
    /// Whether it is certain enough to be taken for right; a person confirms it all the same.
    public var accepted: Bool
    /// `noDisplay`, `displayOff`, `severalDisplays`, `errorCode`, `outOfRange`, `clock`, `memory`, `unreadable`, `implausible`,
    /// `tooDark`, `blurred`, `glare`, `tooSmall`: why there is no reading; absent where there is one.
    public var refused: String?
    /// A reflection on the display; absent where there is none.
    public var glare: Glare?
    /// The display cut out; absent where there is none, and for a stream's frame where the seat's values are not shared.
    public var crop: PictureReference?

    /// Makes a result.
    public init(
        text: String,
        fields: [Field],
        confidence: Double,
        accepted: Bool,
        refused: String? = nil,
        glare: Glare? = nil,
        crop: PictureReference? = nil
    ) {
        self.text = text
        self.fields = fields
        self.confidence = confidence
        self.accepted = accepted
        self.refused = refused
        self.glare = glare
        self.crop = crop
    }
}

/// A reflection on a display.
public struct Glare: Codable, Sendable, Hashable {
    /// Where it is.
    public var area: PictureArea
    /// How strong it is, from 0 to 1.
    public var strength: Double

    /// Makes one.
    public init(area: PictureArea, strength: Double) {
        self.area = area
        self.strength = strength
    }
}

/// Asks to read a display until the frames agree.
public struct StartReading: Codable, Sendable, Hashable {
    /// A camera or stream by its name in the configuration of the worker, or `folder` with `path`.
    public var source: String
    /// The folder's absolute path on the worker's machine, below one that `folders` allows.
    public var path: String?
    /// What is expected; anything when absent.
    public var wish: DisplayWish?
    /// The seat that the reading is for; absent leaves it to whoever confirms it.
    public var seat: String?
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
    public var jobID: String?

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

/// Asks for the codes of a picture that was handed over before by `putPicture`.
public struct ScanCode: Codable, Sendable, Hashable {
    /// The picture.
    public var sha256: String
    /// What is to be found: `key` (the 32 hex digits of a peripheral's key); anything when absent.
    public var purpose: String?

    /// Makes a request.
    public init(sha256: String, purpose: String? = nil) {
        self.sha256 = sha256
        self.purpose = purpose
    }
}

/// The codes of a picture.
public struct ScannedCodes: Codable, Sendable, Hashable {
    /// One code.
    public struct Code: Codable, Sendable, Hashable {
        /// `QR-Code`, `EAN-13`, `CODE-128` and so on.
        public var kind: String
        /// What it says.
        public var text: String

        /// Makes a code.
        public init(kind: String, text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The codes.
    public var codes: [Code]

    /// Makes a reply.
    public init(codes: [Code]) { self.codes = codes }
}
