internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A USB device by the kernel's file for it (usbfs): the first interface with its two bulk endpoints.
///
/// Source: the kernel's `usbdevice_fs.h`; the order of the opening from tidepool-org/uploader.
public final class USBFile: BulkDevice {
    /// The bulk endpoints of a device.
    struct Endpoints: Equatable {
        /// The number for each direction, as USB writes it.
        let input: UInt8
        let output: UInt8

        /// Finds the first of each direction among a device's descriptors; nil without one.
        init?(_ descriptors: [UInt8]) {
            var (input, output): (UInt8?, UInt8?)
            var rest = descriptors[...]
            while let length = rest.first, length >= 2, rest.count >= length {
                let part = Array(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
                // Five is the kind of an endpoint's descriptor, and two is that of bulk transfers.
                guard part[1] == 5, part.count >= 7, part[3] & 3 == 2 else { continue }
                if part[2] & 0x80 != 0 { input = input ?? part[2] } else { output = output ?? part[2] }
            }
            guard let input, let output else { return nil }
            (self.input, self.output) = (input, output)
        }
    }

    /// `usbdevfs_bulktransfer`.
    private struct Transfer {
        var endpoint: UInt32
        var length: UInt32
        var timeout: UInt32
        /// The address of the bytes.
        var data: UInt
    }

    /// `usbdevfs_ctrltransfer`.
    private struct Control {
        var kind: UInt8 = 0x80
        var request: UInt8 = 0
        var value: UInt16 = 0
        var index: UInt16 = 0
        var length: UInt16 = 2
        var timeout: UInt32 = 1_000
        /// The address of the bytes.
        var data: UInt
    }

    /// The most bytes of a message; the meters' are shorter.
    private static let limit = 4_096
    /// How long one wait for a message takes, in milliseconds.
    private static let wait: UInt32 = 2_000

    private let file: FileDescriptor
    private let endpoints: Endpoints

    /// Opens a device and claims its first interface.
    ///
    /// - Throws: ``CableFailure`` with what a person can do.
    public init(_ path: String) throws(CableFailure) {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(FilePath(path), .readWrite, options: [.closeOnExec, .noFollow])
        } catch Errno.permissionDenied {
            throw .forbidden
        } catch {
            throw .closed
        }
        guard let endpoints = Endpoints(Self.descriptors(file)), Self.begin(file) else {
            // Cleanup: a device that refuses is closed whatever that says.
            try? file.close()
            throw .closed
        }
        (self.file, self.endpoints) = (file, endpoints)
    }

    deinit {
        // Cleanup: a device that is unplugged has nothing to close; closing releases the interface.
        try? file.close()
    }

    /// Waits two seconds for a message.
    public func receive() -> CableFinding {
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = transfer(&bytes, over: endpoints.input, wait: Self.wait)
        if count >= 0 { return count == 0 ? .nothing : .report(Array(bytes.prefix(Int(count)))) }
        return errno == ETIMEDOUT || errno == EINTR ? .nothing : .gone
    }

    /// Sends a message.
    public func send(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes
        return transfer(&bytes, over: endpoints.output, wait: Self.wait) == bytes.count
    }

    /// Releases the interface, which ends a transfer under way.
    public func close() {
        var interface: UInt32 = 0
        // Cleanup: a device that is unplugged has nothing to release.
        _ = unsafe ioctl(file.rawValue, Self.read(16, of: 4), &interface)
    }

    private func transfer(_ bytes: inout [UInt8], over endpoint: UInt8, wait: UInt32) -> Int32 {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            var request = Transfer(
                endpoint: UInt32(endpoint),
                length: UInt32(buffer.count),
                timeout: wait,
                data: UInt(bitPattern: buffer.baseAddress)
            )
            return unsafe ioctl(file.rawValue, Self.call(2, of: MemoryLayout<Transfer>.size), &request)
        }
    }

    private static func descriptors(_ file: FileDescriptor) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        // Absent is nil: a device without descriptors has no endpoints.
        let count = try? unsafe bytes.withUnsafeMutableBytes { buffer in try unsafe file.read(into: buffer) }
        return Array(bytes.prefix(count ?? 0))
    }

    /// Resets the device, configures it and claims its interface, so that it asks for an association.
    private static func begin(_ file: FileDescriptor) -> Bool {
        var (configuration, interface): (UInt32, UInt32) = (1, 0)
        var status: UInt16 = 0
        guard unsafe ioctl(file.rawValue, 0x5514, &interface) == 0 else { return false }
        _ = unsafe ioctl(file.rawValue, read(5, of: 4), &configuration)
        guard unsafe ioctl(file.rawValue, read(15, of: 4), &interface) == 0 else { return false }
        // The program that works with these meters asks for the device's status; the answer is not used.
        return unsafe withUnsafeMutableBytes(of: &status) { buffer in
            var control = Control(data: UInt(bitPattern: buffer.baseAddress))
            return unsafe ioctl(file.rawValue, call(0, of: MemoryLayout<Control>.size), &control) >= 0
        }
    }

    /// The number of a call that reads and writes a structure; `U` is the kind of these calls.
    private static func call(_ number: UInt, of size: Int) -> UInt { 0xC000_5500 | UInt(size) << 16 | number }

    /// The number of a call that reads a structure.
    private static func read(_ number: UInt, of size: Int) -> UInt { 0x8000_5500 | UInt(size) << 16 | number }
}
