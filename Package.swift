// swift-tools-version: 6.2
import PackageDescription

// Language features of every Swift target (SE-0335, SE-0444, SE-0409, SE-0461, SE-0470, SE-0481).
let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// Strict memory safety (SE-0458) proves that no pointer leaves the C wrappers; warnings become errors in `tools/dev`.
let safe = features + [.strictMemorySafety()]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncAlgorithms = Target.Dependency.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdHTTP2 = Target.Dependency.product(name: "HummingbirdHTTP2", package: "hummingbird")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: safe)
}

func wrapper(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: features)
}

func actor(
    _ name: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    let all = ["ActorRuntime", "BusContract", "MessageBus", logging] + dependencies
    let target = library("\(name)Actor", all, exclude: exclude + ["README.md"], resources: resources)
    target.path = "Sources/Actors/\(name)"
    return target
}

// An actor's database and its engine's protocol have folders of the actor; others see them without it.
func part(_ name: String, of owner: String, folder: String, _ dependencies: [Target.Dependency]) -> Target {
    let target = library(name, dependencies)
    target.path = "Sources/Actors/\(owner)/\(folder)"
    return target
}

func executable(
    _ name: String,
    _ dependencies: [Target.Dependency],
    path: String? = nil,
    exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + [argumentParser],
        path: path,
        exclude: exclude,
        swiftSettings: safe
    )
}

func suite(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: safe)
}

func tests(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name)] + dependencies,
        exclude: exclude,
        resources: resources,
        swiftSettings: safe
    )
}

// The small suites of a group are one target, with a folder for each: a module more costs seconds of each build. Each folder's
// kind of tests is in tools/test-run/plan.py. Actors, programs and test kits keep one target each, because their tests share
// no dependencies: one target would build all of them for a change of any. The model of the delivery runs alone.
func together(
    _ name: String,
    of group: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/\(group)",
        exclude: exclude,
        resources: resources,
        swiftSettings: safe
    )
}

// A target lies in the folder of its group; ARCHITECTURE.md says what each group is, and who may see whom.
func group(_ folder: String, _ targets: [Target]) -> [Target] {
    for target in targets where target.path == nil {
        target.path = "\(target.isTest ? "Tests" : "Sources")/\(folder)/\(target.name)"
    }
    return targets
}

let system = group(
    "System",
    [
        .systemLibrary(name: "CMallopt"),
        .systemLibrary(name: "CTimex"),
        library("CodedErrors"),
        wrapper("LoopExecutor", []),
        library("Files", ["CodedErrors", "SystemCalls", systemPackage]),
        library("Passwords", [crypto, cryptoExtras]),
        library("Processes", ["CodedErrors", "Files", subprocess, systemPackage]),
        wrapper("SystemCalls", ["CMallopt", "CTimex"]),
    ]
)

let records = group(
    "Records",
    [
        library("VitalRecords", [crypto]),
        library("FHIRContent", ["VitalRecords"]),
        library("ImageCleaning", ["VitalRecords", crypto]),
        library("DeliveryRules", ["SystemCalls"], exclude: ["README.md"]),
    ]
)

let bus = group(
    "Bus",
    [
        library("BusEndpoints"),
        library("MessageBus", ["CodedErrors", deque, heap, logging]),
        library("BusContract", ["MessageBus", "VitalRecords"]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        wrapper(
            "Mosquitto",
            [
                "BusEndpoints", "CMosquitto", "CodedErrors", "LoopExecutor", asyncAlgorithms, deque,
                orderedCollections,
            ]
        ),
        library("MQTTBus", ["BusEndpoints", "MessageBus", "Mosquitto", logging]),
        library(
            "SiteRecords",
            [
                "BusContract", "BusEndpoints", "CodedErrors", "Files", "LoopExecutor", "MessageBus", "Passwords",
                "SystemCalls", crypto, cryptoExtras,
            ]
        ),
        library(
            "OperatorConnection",
            ["BusContract", "BusEndpoints", "CodedErrors", "Files", "MQTTBus", "MessageBus", "VitalRecords", logging]
        ),
        library("PictureParts", ["BusContract", "DeliveryRules", "ImageCleaning", "MessageBus", "VitalRecords"]),
    ]
)

let store = group(
    "Store",
    [
        library("StoreEngine", ["CodedErrors", "DeliveryRules", grdb, logging, systemPackage]),
        library(
            "Outbox",
            ["BusContract", "DeliveryRules", "MessageBus", "StoreEngine", "VitalRecords", grdb, logging]
        ),
        library("StoreBackup", ["DeliveryRules", "Files", "StoreEngine", crypto, cryptoExtras, grdb]),
    ]
)

let radio = group(
    "Radio",
    [
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        wrapper("DBus", ["CDBus", "LoopExecutor", deque]),
        library("BlueZ", ["DBus"]),
        library("DeviceCodecs", ["CodedErrors", "VitalRecords", crypto, cryptoExtras]),
        library("DeviceDrivers", ["CodedErrors", "DeviceCodecs", "VitalRecords"], exclude: ["README.md"]),
        library("DeviceCaptures", ["DeviceCodecs", "VitalRecords"]),
        library("USB", ["DeviceCodecs", crypto, systemPackage]),
    ]
)

let http = group(
    "HTTP",
    [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        wrapper("Curl", ["CCurl", "LoopExecutor"]),
        library(
            "HTTPDoor",
            [
                "Files", "SystemCalls", hummingbirdCore, hummingbirdHTTP2, logging, nioCore, nioSSL, systemPackage,
            ]
        ),
    ]
)

let health = group(
    "Health",
    [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        wrapper("Archive", ["CZlib", "CodedErrors", systemPackage]),
        wrapper("ByteScan", []),
        library("HealthTypes", ["VitalRecords"]),
        library("HealthInputs", ["Archive", "ByteScan", "CodedErrors", "HealthTypes", "VitalRecords", crypto]),
        library(
            "HealthConnect",
            ["Archive", "Files", "HealthInputs", "HealthTypes", "VitalRecords", grdb, systemPackage]
        ),
        library("HealthRecords", ["HealthInputs", "HealthTypes", "VitalRecords"], exclude: ["README.md"]),
    ]
)

let displays = group(
    "Displays",
    [
        library("Pixels"),
        .systemLibrary(name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-serial-dev"])]),
        .target(name: "CDisplayWeights", exclude: ["README.md", "finder.vbn", "reader.vbn"]),
        .target(name: "CConvolution", exclude: ["README.md"]),
        library("NeuralNet", ["CConvolution", "CDisplayWeights", "COpenBLAS", "CodedErrors"]),
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        // Its decoders come with it on Debian 12; the phone's default picture is what nothing else here reads.
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        wrapper("HEIF", ["CHEIF"]),
        // Searches with the C library's functions, by pointer; nothing public mentions one.
        wrapper(
            "Leptonica",
            ["CLeptonica", "CodedErrors", "HEIF", "ImageCleaning", "Pixels", "SystemCalls", systemPackage]
        ),
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
        wrapper("ZBar", ["CZBar", "Pixels"]),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        wrapper("QRencode", ["CQRencode"]),
        .systemLibrary(name: "CV4L2"),
        wrapper("V4L2", ["CV4L2", "CodedErrors", "LoopExecutor"]),
        library("DisplayLayouts", ["VitalRecords"]),
        library(
            "DisplayPeripherals",
            ["CodedErrors", "DeviceCodecs", "DisplayLayouts", "Pixels", "VitalRecords", yams]
        ),
        library(
            "DisplayReading",
            ["DisplayLayouts", "NeuralNet", "Pixels", "SystemCalls", "VitalRecords"],
            exclude: ["README.md", "pictures"]
        ),
        library(
            "PhotoReading",
            [
                "DisplayLayouts", "DisplayPeripherals", "DisplayReading", "Leptonica", "NeuralNet", "Pixels",
                "VitalRecords",
            ]
        ),
        library("FrameSources", ["CodedErrors", "Curl", "Pixels", "V4L2"]),
    ]
)

let runtime = group(
    "Runtime",
    [
        library(
            "ActorRuntime",
            [
                "BusContract", "BusEndpoints", "CodedErrors", "DeliveryRules", "Files", "MQTTBus", "MessageBus",
                "Processes", "SystemCalls", "VitalRecords", argumentParser, crypto, lifecycle, logging, swiftASN1,
                systemPackage, unixSignals, x509, yams,
            ]
        ),
        library(
            "SiteAuthority",
            [
                "ActorRuntime", "BusContract", "Files", "MessageBus", "Passwords", "SiteRecords", crypto, swiftASN1,
                x509,
            ],
            exclude: ["README.md"]
        ),
        library(
            "LocalBroker",
            [
                "BusEndpoints", "CodedErrors", "Files", "MessageBus", "Mosquitto", "Passwords", "Processes",
                "SystemCalls", crypto,
            ]
        ),
        library("SiteHealth", ["BusContract", "DeviceCodecs", "MessageBus", "SiteRecords", "VitalRecords"]),
        library(
            "HubRunner",
            [
                "ActorRuntime", "BusContract", "BusEndpoints", "CodedErrors", "DeviceCodecs", "Files", "LocalBroker",
                "MessageBus", "OperatorConnection", "Processes", "SiteRecords", "VitalRecords", systemPackage,
                unixSignals,
            ]
        ),
    ]
)

let actors = group(
    "Actors",
    [
        // What several actors share.
        library(
            "RadioAccess",
            [
                "ActorRuntime", "BlueZ", "BusContract", "DBus", "DeviceCodecs", "MessageBus", "USB", "VitalRecords",
                logging,
            ]
        ),
        part("ImportStore", of: "HealthImporter", folder: "Store", ["DeliveryRules", "Outbox", "StoreEngine", grdb]),
        part("JobStore", of: "OCRWorker", folder: "Store", ["DeliveryRules", "Outbox", "StoreEngine", grdb]),
        part("LedgerStore", of: "Uploader", folder: "Store", ["DeliveryRules", "StoreEngine", grdb]),
        part(
            "QueueStore",
            of: "SessionManager",
            folder: "Store",
            ["DeliveryRules", "StoreEngine", "VitalRecords", grdb]
        ),
        actor("BLEScanner", ["BlueZ", "DeliveryRules", "DeviceCodecs", "RadioAccess", "USB", "VitalRecords"]),
        actor(
            "DeviceReader",
            [
                "BlueZ", "DeliveryRules", "DeviceCodecs", "DeviceDrivers", "Files", "Outbox", "Processes",
                "RadioAccess", "StoreEngine", "SystemCalls", "USB", "VitalRecords",
            ]
        ),
        actor(
            "HealthImporter",
            [
                "Archive", "DeliveryRules", "Files", "HTTPDoor", "HealthConnect", "HealthInputs", "HealthRecords",
                "HealthTypes", "ImportStore", "LoopExecutor", "Outbox", "Passwords", "StoreEngine", "VitalRecords",
                crypto, httpTypes, hummingbird, hummingbirdCore, nioCore, nioHTTPTypes, systemPackage,
            ],
            exclude: ["Store"]
        ),
        actor(
            "OCRWorker",
            [
                "DeliveryRules", "DisplayPeripherals", "ImageCleaning", "JobStore", "OCRTools", "Outbox",
                "PictureParts", "StoreEngine", "VitalRecords",
            ],
            exclude: ["Engine", "Store"]
        ),
        part("OCRTools", of: "OCRWorker", folder: "Engine", ["BusContract", "MessageBus", "VitalRecords"]),
        library(
            "OCREngine",
            [
                "ActorRuntime", "BusContract", "Curl", "DisplayLayouts", "DisplayPeripherals", "DisplayReading",
                "FrameSources", "ImageCleaning", "Leptonica", "MessageBus", "OCRTools", "PhotoReading", "Pixels",
                "VitalRecords", "ZBar",
            ]
        ),
        actor(
            "SessionManager",
            [
                "DeliveryRules", "FHIRContent", "Files", "HealthTypes", "ImageCleaning", "PictureParts",
                "QueueStore", "SiteRecords", "StoreEngine", "VitalRecords", crypto,
            ],
            exclude: ["Store"]
        ),
        actor(
            "Page",
            [
                "DeviceCodecs", "FHIRContent", "Files", "HTTPDoor", "ImageCleaning", "LocalBroker", "Passwords",
                "PictureParts", "QRencode", "SiteHealth", "SiteRecords", "VitalRecords", crypto, httpTypes,
                hummingbird, hummingbirdCore, mustache, nioCore,
            ],
            resources: [.copy("Web")]
        ),
        actor("HomeAssistant", ["DeviceCodecs", "SiteRecords", "VitalRecords"]),
        actor(
            "Registrar",
            ["HTTPDoor", "SiteAuthority", "SiteRecords", httpTypes, hummingbird, hummingbirdCore, nioCore]
        ),
        actor(
            "Uploader",
            [
                "CodedErrors", "Curl", "DeliveryRules", "FHIRContent", "Files", "HealthTypes", "ImageCleaning",
                "LedgerStore", "LoopExecutor", "PictureParts", "StoreEngine", "SystemCalls", "VitalRecords", crypto,
                cryptoExtras, systemPackage,
            ],
            exclude: ["Destinations/FHIR/README.md", "Store"]
        ),
    ]
)

let programs = group(
    "Programs",
    [
        executable(
            "ocr-worker",
            ["ActorRuntime", "DisplayCommands", "OCREngine", "OCRTools", "OCRWorkerActor", "VitalbusCommand"]
        ),
        library("DisplayAccess", ["DisplayLayouts", "DisplayPeripherals", "Pixels"]),
        library(
            "DisplayCommands",
            [
                "DisplayAccess", "DisplayLayouts", "DisplayPeripherals", "DisplayReading", "Leptonica", "PhotoReading",
                "Pixels", "VitalRecords", "ZBar", argumentParser,
            ]
        ),
        library(
            "VitalbusCommand",
            [
                "ActorRuntime", "Archive", "BlueZ", "BusContract", "BusEndpoints", "CodedErrors", "Curl", "DBus",
                "DeviceCaptures", "DeviceCodecs", "DisplayAccess", "DisplayLayouts", "DisplayPeripherals",
                "FHIRContent", "Files", "HTTPDoor", "HealthConnect", "HealthInputs", "HealthRecords", "HealthTypes",
                "HubRunner", "ImageCleaning", "ImportStore", "JobStore", "LocalBroker", "MessageBus",
                "OperatorConnection", "Outbox", "PictureParts", "Pixels", "RadioAccess", "SiteAuthority",
                "SiteHealth", "SiteRecords", "StoreBackup", "StoreEngine", "SystemCalls", "VitalRecords",
                argumentParser, httpTypes, hummingbird, hummingbirdCore, logging, nioCore, systemPackage,
            ]
        ),
        executable(
            "vitalbus",
            [
                "ActorRuntime", "BLEScannerActor", "DeviceReaderActor", "HealthImporterActor", "HomeAssistantActor",
                "PageActor", "RegistrarActor", "SessionManagerActor", "SystemCalls", "UploaderActor",
                "VitalbusCommand",
            ]
        ),
    ]
)

let testKits = group(
    "TestKits",
    [
        library("ContractLiterals", ["BusContract", "VitalRecords"]),
        library("TestSupport", [systemPackage]),
        library("StoreSupport", ["DeliveryRules", "LedgerStore", "Outbox", "QueueStore", "StoreEngine", grdb]),
        library("SeededRandom"),
        library("DBusTestSupport"),
        // The oracle of the tests of exports, and a peer of the benchmark; nothing else has it.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        wrapper("XMLOracle", ["CLibXML2"]),
        library("DevicePeers"),
        library("BlueZSimulator", ["DBus", "DevicePeers", "LoopExecutor", "SeededRandom", nioCore, nioPosix]),
        library(
            "SimulatedServer",
            [
                "CodedErrors", "SeededRandom", argumentParser, hummingbird, hummingbirdCore, hummingbirdHTTP2,
                httpTypes, lifecycle, logging, nioCore, nioSSL, unixSignals,
            ]
        ),
        library("ValidicSimulator", ["SimulatedServer", unixSignals]),
        library("FHIRSimulator", ["SimulatedServer", crypto, cryptoExtras, unixSignals]),
        library("LoadFacts"),
        library("FuzzSupport", ["SeededRandom", argumentParser]),
        library("HealthGenerator", ["Archive", "SeededRandom", systemPackage]),
        library("DisplayGenerator", ["Pixels", "SeededRandom"]),
        library(
            "DisplayScoring",
            [
                "DisplayGenerator", "DisplayLayouts", "DisplayReading", "PhotoReading", "Pixels", "SeededRandom",
                "VitalRecords",
            ],
            exclude: ["README.md"]
        ),
        library("BrokerContract", ["BusEndpoints", "MQTTBus", "MessageBus", "Processes", logging]),
        library(
            "SimulatedHub",
            [
                "ActorRuntime", "BlueZSimulator", "BusContract", "BusEndpoints", "Curl", "DeviceCodecs",
                "DisplayGenerator", "HubRunner", "ImageCleaning", "Leptonica", "MessageBus", "OperatorConnection",
                "PictureParts", "Pixels", "Processes", "TestSupport", "VitalRecords",
            ]
        ),
        library("TortureGround", ["MessageBus", "Outbox", "SimulatedHub", "StoreEngine", "VitalRecords", grdb]),
    ]
)

let tools: [Target] = [
    executable(
        "vitalbus-demo",
        [
            "BusContract", "Curl", "HealthGenerator", "HubRunner", "MessageBus", "OperatorConnection",
            "SimulatedHub", "VitalRecords",
        ],
        path: "tools/demo",
        exclude: ["README.md"]
    ),
    // A target of this package, so that it may use what is package-wide; tools/benchmarks/README.md says more.
    executable(
        "vitalbus-bench",
        [
            "ActorRuntime", "BusContract", "BusEndpoints", "ByteScan", "Curl", "DeliveryRules", "DeviceCodecs",
            "DisplayGenerator", "DisplayLayouts", "DisplayPeripherals", "DisplayScoring", "HEIF", "HubRunner",
            "Leptonica", "LoadFacts", "LocalBroker", "MessageBus", "OCREngine", "OCRTools",
            "OperatorConnection", "Outbox", "PhotoReading", "Pixels", "Processes", "QueueStore", "SimulatedHub",
            "StoreEngine", "UploaderActor", "VitalRecords", grdb, logging,
        ],
        path: "tools/benchmarks",
        exclude: [
            "README.md", "RESULTS.md", "NOTES.md", "instruction-counts.json", "c-cost", "c-line", "c-pair", "c-sax",
            "ocr/rapidocr_texts.py", "theengs_adverts.py",
        ]
    ),
    executable(
        "vitalbus-simulate",
        [
            "ActorRuntime", "BusContract", "DeliveryRules", "Files", "HubRunner", "LoadFacts", "MessageBus",
            "OperatorConnection", "Outbox", "Processes", "SeededRandom", "SimulatedHub", "SiteAuthority",
            "SiteRecords", "StoreEngine", "SystemCalls", "VitalRecords", logging,
        ],
        path: "tools/simulate",
        exclude: ["README.md"]
    ),
    .executableTarget(name: "vitalbus-bench-c-pair", dependencies: ["CMosquitto"], path: "tools/benchmarks/c-pair"),
    .executableTarget(
        name: "vitalbus-bench-c-line",
        dependencies: ["CCurl", "CMosquitto"],
        path: "tools/benchmarks/c-line",
        cSettings: [
            .define("_GNU_SOURCE"), .unsafeFlags(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]),
        ],
        linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .executableTarget(name: "vitalbus-bench-cost", path: "tools/benchmarks/c-cost"),
    .executableTarget(name: "vitalbus-bench-sax", dependencies: ["CLibXML2"], path: "tools/benchmarks/c-sax"),
    .target(
        name: "ContractSchemas",
        dependencies: ["BusContract", "MessageBus", "VitalRecords"],
        path: "tools/contract-dump/schemas",
        swiftSettings: features
    ),
    executable("broker-check", ["BrokerContract", "BusEndpoints"], path: "tools/broker-check/command"),
    executable("contract-dump", ["BusContract", "ContractSchemas", "MessageBus"], path: "tools/contract-dump/command"),
    executable(
        "camera-probe",
        ["FrameSources", "Pixels", systemPackage],
        path: "tools/camera-probe",
        exclude: ["README.md"]
    ),
    executable(
        "bluez-simulator",
        ["BlueZSimulator", "DBus"],
        path: "tools/simulators/bluez-simulator",
        exclude: ["README.md", "examples"]
    ),
    executable(
        "validic-simulator",
        ["SimulatedServer", "ValidicSimulator", unixSignals],
        path: "tools/simulators/validic-simulator",
        exclude: ["README.md"]
    ),
    executable(
        "fhir-simulator",
        ["FHIRSimulator", "SimulatedServer", unixSignals],
        path: "tools/simulators/fhir-simulator",
        exclude: ["README.md"]
    ),
    executable(
        "torture-producer",
        [
            "ActorRuntime", "BusContract", "DeliveryRules", "MessageBus", "Outbox", "StoreEngine", "TortureGround",
            "VitalRecords", logging,
        ],
        path: "tools/torture/producer"
    ),
    executable(
        "vitalbus-torture",
        [
            "ActorRuntime", "BusContract", "Curl", "HubRunner", "LocalBroker", "MessageBus", "OperatorConnection",
            "Processes", "SeededRandom", "SimulatedHub", "TortureGround", "VitalRecords", grdb,
        ],
        path: "tools/torture/command"
    ),
    executable("health-fuzz", ["Archive", "FuzzSupport", "HealthInputs"], path: "tools/health-fuzz/Sources"),
    executable(
        "ocr-fuzz",
        [
            "DisplayGenerator", "DisplayLayouts", "DisplayScoring", "FrameSources", "FuzzSupport", "Leptonica",
            "NeuralNet", "PhotoReading", "Pixels", "SeededRandom", "ZBar",
        ],
        path: "tools/ocr-fuzz/Sources"
    ),
    executable(
        "bus-fuzz",
        [
            "ActorRuntime", "BusContract", "DeliveryRules", "DeviceCodecs", "FuzzSupport", "HubRunner", "MessageBus",
            "PictureParts", "SeededRandom", "SessionManagerActor", "UploaderActor", "VitalRecords",
        ],
        path: "tools/bus-fuzz/Sources"
    ),
    executable("health-generator", ["Archive", "HealthGenerator"], path: "tools/health-generator/command"),
    // Also a package of its own, to copy; its README says how.
    .target(
        name: "ExampleDriver",
        dependencies: ["DeviceCodecs", "DeviceDrivers", "VitalRecords"],
        path: "tools/example-driver/Sources",
        swiftSettings: safe
    ),
    executable(
        "display-generator",
        ["DisplayGenerator", "Leptonica", "Pixels", systemPackage],
        path: "tools/display-generator/command"
    ),
    executable(
        "ocr-evidence",
        ["DisplayGenerator", "DisplayReading", "DisplayScoring", "NeuralNet", "PhotoReading", "VitalRecords"],
        path: "tools/ocr-training/evidence",
        exclude: ["README.md"]
    ),
]

let smallTests = [
    together(
        "RecordsTests",
        of: "Records",
        ["DeliveryRules", "FHIRContent", "ImageCleaning", "SeededRandom", "TestSupport", "VitalRecords"],
        exclude: ["DeliveryModelTests", "FHIRContentTests/Fixtures"]
    ),
    together(
        "BusTests",
        of: "Bus",
        ["BusEndpoints", "MessageBus", "Mosquitto", "SiteRecords", "TestSupport", logging]
    ),
    together(
        "StoreTests",
        of: "Store",
        [
            "BusContract", "DeliveryRules", "ImportStore", "JobStore", "LedgerStore", "MessageBus", "Outbox",
            "QueueStore", "SeededRandom", "StoreBackup", "StoreEngine", "StoreSupport", "TestSupport", "VitalRecords",
            grdb, logging,
        ]
    ),
    together(
        "RadioTests",
        of: "Radio",
        [
            "BlueZ", "DBus", "DBusTestSupport", "DeviceCaptures", "DeviceCodecs", "DeviceDrivers", "DevicePeers",
            "ExampleDriver", "SeededRandom", "TestSupport", "USB", "VitalRecords",
        ],
        exclude: ["RadioScenarios"],
        resources: [.copy("DeviceCodecsTests/Fixtures")]
    ),
    together(
        "HealthTests",
        of: "Health",
        [
            "Archive", "ByteScan", "Files", "FuzzSupport", "HealthConnect", "HealthInputs", "HealthRecords",
            "HealthTypes", "SeededRandom", "TestSupport", "VitalRecords", "health-fuzz", grdb,
        ],
        resources: [.copy("ArchiveTests/Fixtures")]
    ),
    together(
        "DisplaysTests",
        of: "Displays",
        [
            "Curl", "DeviceCodecs", "DisplayGenerator", "DisplayLayouts", "DisplayPeripherals", "DisplayReading",
            "DisplayScoring", "FrameSources", "HEIF", "ImageCleaning", "Leptonica", "NeuralNet", "PhotoReading",
            "Pixels", "SeededRandom", "TestSupport", "V4L2", "VitalRecords", "XMLOracle", "ZBar",
        ],
        exclude: ["FrameSourcesTests/camera.py", "LeptonicaTests/heif-fixtures.py"],
        resources: [.copy("Fixtures")]
    ),
    together(
        "RuntimeTests",
        of: "Runtime",
        [
            "ActorRuntime", "BusContract", "BusEndpoints", "Files", "HubRunner", "LocalBroker", "MessageBus",
            "OperatorConnection", "Passwords", "Processes", "SeededRandom", "SiteAuthority", "SiteHealth",
            "SiteRecords", "TestSupport", "VitalRecords", crypto, logging, x509,
        ]
    ),
    together(
        "SystemGroupTests",
        of: "System",
        ["CodedErrors", "Files", "LoopExecutor", "Processes", "SystemCalls", "TestSupport"]
    ),
]

let recordsTests = group(
    "Records",
    [suite("DeliveryModelTests", ["DeliveryRules", "SeededRandom"], exclude: ["README.md"])]
)

let httpTests = group("HTTP", [tests("Curl", ["TestSupport"], exclude: ["server.py"])])

let actorsTests = group(
    "Actors",
    [
        tests("RadioAccess", ["BlueZ", "DBus", "MessageBus", "TestSupport"]),
        tests("JobStore", ["DeliveryRules", "Outbox", "StoreEngine", "StoreSupport"]),
        tests("LedgerStore", ["DeliveryRules", "StoreEngine", "StoreSupport"]),
        tests("QueueStore", ["DeliveryRules", "SeededRandom", "StoreEngine", "StoreSupport", "TestSupport", grdb]),
        tests(
            "PageActor",
            [
                "ActorRuntime", "BusContract", "DeviceCodecs", "MessageBus", "Pixels", "QRencode", "SiteHealth",
                "SiteRecords", "TestSupport", "VitalRecords", "ZBar", httpTypes, hummingbird, logging, nioCore,
            ]
        ),
        tests("HomeAssistantActor", ["BusContract", "MessageBus", "TestSupport", "VitalRecords"]),
        tests(
            "BLEScannerActor",
            [
                "BlueZ", "BusContract", "DBus", "DeliveryRules", "DeviceCodecs", "MessageBus", "RadioAccess",
                "VitalRecords",
            ]
        ),
        tests(
            "DeviceReaderActor",
            [
                "ActorRuntime", "BlueZ", "BlueZSimulator", "BusContract", "DBus", "DeliveryRules", "DeviceCodecs",
                "DeviceDrivers", "DevicePeers", "ExampleDriver", "MessageBus", "Outbox", "RadioAccess", "SeededRandom",
                "StoreEngine", "TestSupport", "USB", "VitalRecords", "XMLOracle", logging,
            ]
        ),
        tests(
            "HealthImporterActor",
            [
                "ActorRuntime", "Archive", "BusContract", "Files", "HTTPDoor", "HealthInputs", "HealthRecords",
                "ImportStore", "MessageBus", "Outbox", "SeededRandom", "StoreEngine", "TestSupport", "VitalRecords",
                "health-fuzz", logging, nioCore,
            ]
        ),
        tests(
            "OCRWorkerActor",
            [
                "ActorRuntime", "BusContract", "DeliveryRules", "ImageCleaning", "JobStore", "MessageBus",
                "OCRTools", "Outbox", "StoreEngine", "TestSupport", "VitalRecords", grdb, logging,
            ]
        ),
        tests(
            "OCREngine",
            [
                "BusContract", "DisplayGenerator", "DisplayLayouts", "DisplayPeripherals", "DisplayReading",
                "DisplayScoring", "ImageCleaning", "Leptonica", "OCRTools", "PhotoReading", "Pixels",
            ]
        ),
        tests(
            "SessionManagerActor",
            [
                "ActorRuntime", "BusContract", "DeliveryRules", "HealthTypes", "ImageCleaning", "MessageBus",
                "PictureParts", "QueueStore", "SeededRandom", "SiteAuthority", "SiteRecords", "StoreEngine",
                "StoreSupport", "TestSupport", "VitalRecords", grdb, logging,
            ]
        ),
        tests(
            "UploaderActor",
            [
                "ActorRuntime", "BusContract", "Curl", "DeliveryRules", "FHIRContent", "FHIRSimulator",
                "ImageCleaning", "LedgerStore", "LoopExecutor", "MessageBus", "SeededRandom", "StoreEngine",
                "TestSupport", "VitalRecords", crypto, cryptoExtras, logging,
            ],
            exclude: ["server.py"]
        ),
    ]
)

let programsTests = group(
    "Programs",
    [
        suite(
            "ConfigurationTests",
            [
                "ActorRuntime", "BLEScannerActor", "DeviceReaderActor", "HealthImporterActor", "HomeAssistantActor",
                "HubRunner", "OCRWorkerActor", "PageActor", "RegistrarActor", "SessionManagerActor", "TestSupport",
                "UploaderActor", "VitalbusCommand", "vitalbus",
            ]
        ),
        tests(
            "VitalbusCommand",
            [
                "ActorRuntime", "BlueZ", "BlueZSimulator", "BusContract", "BusEndpoints", "DBus", "DeviceCaptures",
                "DeviceCodecs", "DisplayCommands", "HealthGenerator", "HealthInputs", "HubRunner", "ImageCleaning",
                "MessageBus", "OperatorConnection", "Pixels", "SiteAuthority", "SiteHealth", "SiteRecords",
                "TestSupport", "VitalRecords", "health-fuzz", argumentParser, logging, systemPackage,
            ]
        ),
    ]
)

let testKitsTests = group(
    "TestKits",
    [
        tests("BlueZSimulator", ["DBus", "DevicePeers", "SeededRandom", "TestSupport", "bluez-simulator"]),
        tests("ValidicSimulator", ["Curl", "TestSupport", "validic-simulator"]),
        tests("FHIRSimulator", ["Curl", "SimulatedServer", crypto, cryptoExtras]),
        tests(
            "HealthGenerator",
            [
                "Archive", "ByteScan", "HealthInputs", "HealthRecords", "SeededRandom", "TestSupport", "VitalRecords",
                "XMLOracle", "health-fuzz",
            ]
        ),
        tests("DisplayGenerator", ["Pixels"]),
        tests("TestSupport"),
        tests("DisplayScoring", ["DisplayGenerator", "DisplayLayouts", "PhotoReading"]),
        suite(
            "TortureTests",
            [
                "DeliveryRules", "Outbox", "SimulatedHub", "StoreEngine", "TestSupport", "TortureGround",
                "VitalRecords", "vitalbus-torture",
            ]
        ),
    ]
)

let wholeTests: [Target] = [
    suite(
        "IntegrationTests",
        [
            "ActorRuntime", "BrokerContract", "BusContract", "BusEndpoints", "DeviceReaderActor", "HubRunner",
            "LocalBroker", "MQTTBus", "MessageBus", "SiteAuthority", "SiteRecords", "TestSupport", logging,
        ]
    ),
    suite(
        "SystemTests",
        [
            "ActorRuntime", "BusContract", "BusEndpoints", "Curl", "DeliveryRules", "Files", "HubRunner",
            "ImageCleaning", "MQTTBus", "MessageBus", "OperatorConnection", "Processes", "SeededRandom",
            "SimulatedHub", "SiteAuthority", "SiteRecords", "TestSupport", "VitalRecords", "XMLOracle",
            "bluez-simulator", "health-fuzz", "ocr-worker", "torture-producer", "validic-simulator", "vitalbus",
            "vitalbus-bench", "vitalbus-bench-c-line", "vitalbus-bench-c-pair", "vitalbus-bench-cost",
            "vitalbus-bench-sax", "vitalbus-simulate", "vitalbus-torture", grdb, logging,
        ]
    ),
    suite(
        "ContractTests",
        [
            "BusContract", "ContractSchemas", "MessageBus", "SeededRandom", "TestSupport", "VitalRecords", "bus-fuzz",
            yams,
        ]
    ),
]

let sourceGroups = [
    system, records, bus, store, radio, http, health, displays, runtime, actors, programs, testKits, tools,
]
let testGroups = [
    smallTests, recordsTests, httpTests, actorsTests, programsTests, testKitsTests, wholeTests,
]

// The tests of a package are one program: `TEST_TARGETS=QueueStoreTests,RadioTests swift build --build-tests` makes it of
// these alone, so that a change is tried before everything above it is built again.
let wantedTests = Context.environment["TEST_TARGETS"]?.split(separator: ",").map(String.init)
let testTargets = testGroups.flatMap { $0 }.filter { wantedTests?.contains($0.name) ?? true }
let targets = sourceGroups.flatMap { $0 } + testTargets

// SwiftPM compiles a target again when a module that it names was written again, and a module is written only when its bytes
// differ. The size of a type reaches further: a target that copies a value which holds a type of a target further below continues
// with the old size, and the program crashes (seen with Swift 6.3.1 and four targets of a few lines). So each target is built
// after all that it reaches. What a target declares stays what it may import: `tools/house-layout` reads the manifest without this.
func buildAfterAllReached(_ targets: [Target]) {
    let libraries = Set(targets.filter { $0.type != .executable }.map(\.name))
    let direct = Dictionary(
        uniqueKeysWithValues: targets.map { target in
            let names = target.dependencies.compactMap { dependency in
                if case .byNameItem(let name, _) = dependency { name } else { nil }
            }
            return (target.name, names)
        }
    )
    for target in targets {
        let own = direct[target.name] ?? []
        var reached = own
        var index = 0
        while index < reached.count {
            let below = direct[reached[index]] ?? []
            reached += below.filter { libraries.contains($0) && !reached.contains($0) }
            index += 1
        }
        target.dependencies += reached.dropFirst(own.count).map { .byName(name: $0) }
    }
}

if Context.environment["DECLARED_ONLY"] == nil { buildAfterAllReached(targets) }

// Pictures and whole exports are computed with; unoptimised, their tests and programs take minutes for what takes seconds. No
// product reaches these targets: a product with flags cannot be depended on.
let computing: Set = [
    "Archive", "ByteScan", "DisplayGenerator", "DisplayLayouts", "DisplayReading", "DisplayScoring", "FrameSources",
    "HealthGenerator", "HealthInputs", "ImageCleaning", "Leptonica", "NeuralNet", "PhotoReading", "Pixels", "V4L2",
]
for target in targets where computing.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
for target in targets where target.name == "CConvolution" {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
}

// Tests spell the words of the contract; all else uses its constants.
for target in testTargets {
    let knowsContract = target.dependencies.contains { dependency in
        if case .byNameItem(name: "BusContract", _) = dependency { true } else { false }
    }
    if knowsContract { target.dependencies.append("ContractLiterals") }
}

let package = Package(
    name: "vitalbus",
    products: [
        .library(
            name: "VitalBusDrivers",  // What a package with a driver uses, see Sources/Radio/DeviceDrivers/README.md.
            targets: ["ActorRuntime", "DeviceCodecs", "DeviceDrivers", "DeviceReaderActor", "VitalRecords"]
        )
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: targets
)
