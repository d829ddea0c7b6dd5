// swift-tools-version: 6.3
import PackageDescription

// The same sources are a target of the project itself, which builds and tests them; this file shows a package of its own.
let package = Package(
    name: "example-driver",
    products: [.library(name: "ExampleDriver", targets: ["ExampleDriver"])],
    dependencies: [.package(name: "vitalbus", path: "../..")],
    targets: [
        .target(
            name: "ExampleDriver",
            dependencies: [.product(name: "VitalBusDrivers", package: "vitalbus")],
            path: "Sources"
        )
    ]
)
