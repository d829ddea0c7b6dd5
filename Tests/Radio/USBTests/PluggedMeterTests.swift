import DeviceCodecs
import Foundation
import TestSupport
import Testing

@testable import USB

/// The kernel's list of meters, simulated in a plain folder.
@Suite struct PluggedMeterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func plug(_ node: String, _ lines: [String], as plug: String? = nil) throws {
        let list = folder.url.appending(path: "class/hidraw/\(node)")
        var place = list.appending(path: "device")
        if let plug {
            place = folder.url.appending(path: "devices/\(plug)")
            try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: list.appending(path: "device").path,
                withDestinationPath: "../../../devices/\(plug)"
            )
        }
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: place.appending(path: "uevent"))
    }

    private var plugged: [PluggedMeter] {
        USBMeters(sysfs: folder.url.path, devices: "/dev").plugged { !PeripheralCatalogue.standard.matches($0).isEmpty }
    }

    @Test func aPluggedMeterIsFoundByItsNumbers() throws {
        #expect(plugged.isEmpty)
        try plug("hidraw0", ["HID_ID=0003:0000046D:0000C31C", "HID_NAME=Keyboard"])
        try plug("hidraw2", ["HID_ID=0005:00001A79:00007410", "HID_NAME=by Bluetooth"])
        try plug(
            "hidraw1",
            ["DRIVER=hid-generic", "HID_ID=0003:00001A79:00007410", "HID_NAME=Bayer Contour", "HID_UNIQ="],
            as: "0003:1A79:7410.0007"
        )
        let meter = try #require(plugged.first)
        #expect(plugged.count == 1 && meter.node == "/dev/hidraw1" && meter.plug == "0003:1A79:7410.0007")
        #expect(meter.model.description == "1a79:7410" && meter.name == "Bayer Contour" && meter.serial == nil)
        #expect(PeripheralCatalogue.standard.matches(meter.model).map(\.id) == [10_140])
    }

    @Test func damagedListsNameNothing() throws {
        for (index, line) in ["HID_ID=", "HID_ID=0003:00001A79", "HID_ID=0003:FFFF1A79:00007410", "x"].enumerated() {
            try plug("hidraw\(index)", [line])
        }
        try plug("hidraw9", [String(repeating: "A=1\n", count: 2_000), "HID_ID=0003:00001A79:00007410"])
        #expect(plugged.isEmpty)
    }

    /// A meter with a serial number is the same device on every hub; without one it differs from hub to hub.
    @Test func aMeterIsNamedByItsSerialNumber() throws {
        try plug("hidraw0", ["HID_ID=0003:00001A79:00007410", "HID_UNIQ=123"])
        try plug("hidraw1", ["HID_ID=0003:00001A79:00007410", "HID_UNIQ=124"])
        try plug("hidraw2", ["HID_ID=0003:00001A79:00007410"])
        try plug("hidraw3", ["HID_ID=0003:00001A79:00007410"])
        let meters = plugged
        #expect(meters.map(\.serial) == ["123", "124", nil])
        #expect(Set(meters.map { $0.address(hub: "room-1") }).count == 3)
        #expect(meters.map { $0.address(hub: "room-1") == $0.address(hub: "room-2") } == [true, true, false])
        #expect(meters.allSatisfy { $0.address(hub: "room-1").utf8.count == 17 })
    }

    /// A meter that shows a disk, and one that takes bulk transfers.
    @Test func aMeterWithoutReportsIsNamed() throws {
        func plug(_ name: String, _ facts: [String: String]) throws {
            for (file, text) in facts {
                let url = folder.url.appending(path: "bus/usb/devices/\(name)/\(file)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data("\(text)\n".utf8).write(to: url)
            }
        }
        try plug("1-1", ["idVendor": "2766", "idProduct": "0004", "1-1:1.0/bInterfaceClass": "08", "devnum": "7"])
        try plug("1-2", ["idVendor": "1a79", "idProduct": "7410", "1-2:1.0/bInterfaceClass": "03"])
        try plug(
            "1-3",
            [
                "idVendor": "173a", "idProduct": "21d5", "1-3:1.0/bInterfaceClass": "ff", "serial": "0042",
                "busnum": "1", "devnum": "12",
            ]
        )
        try plug("1-4", ["idVendor": "173a", "idProduct": "", "1-4:1.0/bInterfaceClass": "ff"])
        try plug("usb1", ["idVendor": "173a", "idProduct": "21d5"])
        let meters = plugged
        #expect(meters.map(\.model.description) == ["2766:0004", "173a:21d5"])
        #expect(meters.map(\.serial) == [nil, "0042"] && meters.map(\.way) == [.disk, .bulk])
        #expect(meters.first?.plug == "1-1 7")
        #expect(meters.map(\.node) == ["", "/dev/bus/usb/001/012"])
        // The kernel makes the disk some moments after the device.
        try plug("1-1", ["1-1:1.0/host6/target6:0:0/6:0:0:0/block/sdb/size": "16"])
        #expect(plugged.first?.node == "/dev/sdb")
        let rows = meters.flatMap { PeripheralCatalogue.standard.matches($0.model) }
        #expect(rows.map(\.id) == [10_143, 10_144])
    }

    /// USB does not tell which of the two cuffs it is.
    @Test func aCuffMatchesBothModels() {
        let rows = PeripheralCatalogue.standard.matches(USBModel(vendor: 0x0590, product: 0x0090))
        #expect(rows.map(\.id) == [10_141, 10_142])
    }

    /// The hub's user may open the catalogue's meters and no others.
    @Test func theRulesNameTheCataloguesMeters() throws {
        let rules = try String(
            contentsOf: ProjectFolder.url.appending(path: "deploy/udev/60-vitalbus.rules"),
            encoding: .utf8
        )
        let lines = rules.split(separator: "\n").filter { !$0.hasPrefix("#") }
        var wanted: [String] = []
        for row in PeripheralCatalogue.standard.peripherals {
            // A disk is hidden from the desktop, which would mount it.
            let (kind, rest) =
                switch row.speaks {
                case .usbOneTouch: (#""block", ENV{DEVTYPE}=="disk""#, #", ENV{UDISKS_IGNORE}="1""#)
                case .usbAccuChek: (#""usb", ENV{DEVTYPE}=="usb_device""#, "")
                default: (#""hidraw""#, "")
                }
            for model in row.usb {
                let numbers = model.description.split(separator: ":")
                // Rules for a device itself compare its own attributes.
                let key = row.speaks == .usbAccuChek ? "ATTR" : "ATTRS"
                let line = """
                    SUBSYSTEM==\(kind), \(key){idVendor}=="\(numbers[0])", \(key){idProduct}=="\(numbers[1])", \
                    GROUP="vitalbus", MODE="0660"\(rest)
                    """
                if !wanted.contains(line) { wanted.append(line) }
            }
        }
        #expect(lines.map(String.init) == wanted)
    }

    @Test func aNodeThatIsMissingSaysWhatToDo() {
        let path = folder.url.appending(path: "hidraw0").path
        #expect(throws: CableFailure.self) { try ReportNode(path) }
    }
}
