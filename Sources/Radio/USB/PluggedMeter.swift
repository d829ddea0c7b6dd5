internal import Crypto
public import DeviceCodecs
internal import Foundation

/// How a device on a USB cable exchanges bytes.
public enum CableWay: Hashable, Sendable {
    /// In reports.
    case reports
    /// Through blocks of a disk that it shows.
    case disk
    /// In bulk transfers.
    case bulk
}

/// A meter on a USB cable, as the kernel lists it.
public struct PluggedMeter: Hashable, Sendable {
    /// Its vendor's and product's numbers.
    public let model: USBModel
    /// What the device calls itself.
    public let name: String?
    /// The serial number that it shows to USB; nil where it shows none.
    public let serial: String?
    /// How it exchanges bytes.
    public let way: CableWay
    /// The path of the device node; empty while the kernel has not made it.
    public let node: String
    /// What the kernel calls this plugging in; each one has a different name.
    public let plug: String

    /// Six bytes that stand for a Bluetooth address, in the form `AA:BB:CC:DD:EE:FF`.
    ///
    /// - Parameter hub: The hub's name. A meter that shows no serial number is the same device on this hub only, because
    ///   another hub may have another meter of the model.
    public func address(hub: String) -> String {
        let name = "usb/\(model)/" + (serial.map { "serial/\($0)" } ?? "hub/\(hub)")
        return SHA256.hash(data: Array(name.utf8)).prefix(6).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: ":")
    }
}

/// The kernel's lists of USB devices: those that exchange reports (hidraw), and all.
public struct USBMeters: Sendable {
    /// The most entries of a list that a search reads.
    private static let limit = 64

    private let list: String
    private let devices: String
    private let nodes: String

    /// Makes the list.
    ///
    /// - Parameters:
    ///   - sysfs: Where the kernel's file system of devices is.
    ///   - devices: Where the device nodes are.
    public init(sysfs: String = "/sys", devices: String = "/dev") {
        list = "\(sysfs)/class/hidraw"
        self.devices = "\(sysfs)/bus/usb/devices"
        nodes = devices
    }

    /// The meters that are plugged in now and wanted, each once, whether it exchanges reports or not.
    public func plugged(_ isWanted: (USBModel) -> Bool) -> [PluggedMeter] {
        let reporting = names(in: list).filter { $0.hasPrefix("hidraw") }.prefix(Self.limit).compactMap(meter)
        // A device is `1-4.2`; its interfaces are `1-4.2:1.0`.
        let others = names(in: devices).filter { $0.contains("-") && !$0.contains(":") }.prefix(Self.limit)
            .compactMap(other)
        var found: [PluggedMeter] = []
        for meter in reporting + others where isWanted(meter.model) {
            let isKnown = found.contains { $0.model == meter.model && $0.serial == meter.serial }
            if !isKnown { found.append(meter) }
        }
        return found
    }

    /// The sorted names in a folder; none in a folder that the kernel does not have.
    private func names(in folder: String) -> [String] {
        // Absent is nil: a kernel without hidraw or USB has no list.
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// A device without a HID interface, by its entry among all USB devices.
    private func other(_ name: String) -> PluggedMeter? {
        func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: "\(devices)/\(path)").map {
                String(decoding: $0.prefix(64), as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
            }
        }
        func number(_ file: String) -> UInt16? { text("\(name)/\(file)").flatMap { UInt16($0, radix: 16) } }
        // Three is the class of HID, whose devices the other list has.
        guard let vendor = number("idVendor"), let product = number("idProduct"),
            let kind = text("\(name)/\(name):1.0/bInterfaceClass"), kind != "03"
        else { return nil }
        // Eight is the class of disks.
        let way = kind == "08" ? CableWay.disk : .bulk
        let file = [text("\(name)/busnum"), text("\(name)/devnum")].map { number in
            String(repeating: "0", count: max(0, 3 - (number?.count ?? 0))) + (number ?? "")
        }
        return PluggedMeter(
            model: USBModel(vendor: vendor, product: product),
            name: text("\(name)/product"),
            serial: text("\(name)/serial").flatMap { $0.isEmpty ? nil : $0 },
            way: way,
            node: way == .disk ? disk(of: name) : "\(nodes)/bus/usb/\(file.joined(separator: "/"))",
            plug: "\(name) \(text("\(name)/devnum") ?? "")"
        )
    }

    /// The node of the disk that a device shows; empty while there is none.
    private func disk(of name: String) -> String {
        var folder = "\(devices)/\(name)/\(name):1.0"
        let steps: [(String) -> Bool] = [
            { $0.hasPrefix("host") }, { $0.hasPrefix("target") }, { $0.contains(":") }, { $0 == "block" },
            { $0.hasPrefix("sd") },
        ]
        for isNext in steps {
            guard let next = names(in: folder).first(where: isNext) else { return "" }
            folder += "/\(next)"
        }
        return "\(nodes)/\(URL(filePath: folder).lastPathComponent)"
    }

    private func meter(_ name: String) -> PluggedMeter? {
        guard let data = FileManager.default.contents(atPath: "\(list)/\(name)/device/uevent"), data.count <= 4_096
        else {
            return nil
        }
        var facts: [String: String] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
        }
        guard let model = facts["HID_ID"].flatMap(Self.model) else { return nil }
        // Absent is nil: a folder in place of the kernel's link has no target, and then the node's name stands for it.
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(list)/\(name)/device")
        return PluggedMeter(
            model: model,
            name: facts["HID_NAME"].map { String($0.prefix(64)) },
            serial: facts["HID_UNIQ"].map { String($0.prefix(64)) },
            way: .reports,
            node: "\(nodes)/\(name)",
            plug: target.map { URL(filePath: $0).lastPathComponent } ?? name
        )
    }

    /// Reads `0003:00001A79:00007410`: the bus, which is USB, and both numbers.
    private static func model(_ text: String) -> USBModel? {
        let parts = text.split(separator: ":").map { UInt32($0, radix: 16) }
        guard parts.count == 3, parts[0] == 3, let vendor = parts[1].flatMap(UInt16.init(exactly:)),
            let product = parts[2].flatMap(UInt16.init(exactly:))
        else { return nil }
        return USBModel(vendor: vendor, product: product)
    }
}
