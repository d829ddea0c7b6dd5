// swift-tools-version: 6.2
import PackageDescription

// The drivers are also a target of the project itself, which tests them. Continuous integration builds this package, so that the
// exported product stays enough for a driver and a reader with it.
let package = Package(
    name: "example-driver",
    products: [
        .library(name: "ExampleDriver", targets: ["ExampleDriver"]),
        .executable(name: "example-reader", targets: ["example-reader"]),
    ],
    dependencies: [
        .package(name: "vitalbus", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .target(
            name: "ExampleDriver",
            dependencies: [.product(name: "VitalBusDrivers", package: "vitalbus")],
            path: "Sources"
        ),
        .executableTarget(
            name: "example-reader",
            dependencies: [
                "ExampleDriver", .product(name: "VitalBusDrivers", package: "vitalbus"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Reader"
        ),
    ]
)
