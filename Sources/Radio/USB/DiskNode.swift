public import DeviceCodecs
internal import Foundation
internal import Synchronization
internal import SystemPackage

/// The blocks of a disk.
public protocol BlockDevice: Sendable {
    /// Reads a block; nil if the disk does not give it.
    func read(_ block: Int) -> [UInt8]?
    /// Writes a block, and returns whether the disk took it.
    func write(_ bytes: [UInt8], to block: Int) -> Bool
}

/// A meter that shows a disk and answers through one of its blocks.
///
/// A disk may take seconds for a block, so a thread of its own makes each exchange. Only the request block is ever
/// written, and only on a disk whose file system has the maker's name. Source: facts §16, tidepool-org/uploader.
public final class DiskNode: CableNode {
    /// The bytes of a block.
    public static let blockSize = 512
    /// The block that takes requests and gives answers.
    private static let requestBlock = 3
    /// The label and the kind of the file system, in the first block.
    private static let (signature, place) = (Array("LIFESCAN   FAT16".utf8), 0x2B)

    private struct State {
        var disk: (any BlockDevice)?
        var answers: [[UInt8]] = []
        var isGone = false
    }

    private let state: Mutex<State>
    /// Held during an exchange, so that a late one is not mixed with the next.
    private let turn = Mutex<Void>(())

    /// Takes a disk, if it is a meter's.
    ///
    /// - Throws: ``CableFailure`` for any other disk; nothing is written to it.
    public init(_ disk: any BlockDevice) throws(CableFailure) {
        guard let first = disk.read(0), first.count == Self.blockSize,
            first[Self.place...].starts(with: Self.signature)
        else { throw CableFailure("the disk does not say that it is a OneTouch meter; the hub writes nothing to it") }
        state = Mutex(State(disk: disk))
    }

    /// Reads the next answer.
    public func read() -> CableFinding {
        state.withLock { state in
            if !state.answers.isEmpty { return .report(state.answers.removeFirst()) }
            return state.isGone ? .gone : .nothing
        }
    }

    /// Sends a request: the number of the request block, and at most one block of bytes.
    public func write(_ bytes: [UInt8], to pipe: BluetoothUUID) -> Bool {
        guard pipe == .usbDisk, bytes.first.map({ Int($0) }) == Self.requestBlock,
            (2...(Self.blockSize + 1)).contains(bytes.count),
            let disk = state.withLock({ $0.isGone ? nil : $0.disk })
        else { return false }
        let block = bytes.dropFirst() + [UInt8](repeating: 0, count: Self.blockSize + 1 - bytes.count)
        Thread.detachNewThread { self.exchange(Array(block), with: disk) }
        return true
    }

    /// Closes the disk once an exchange under way has ended.
    public func close() {
        state.withLock { state in
            state.disk = nil
            state.isGone = true
        }
    }

    private func exchange(_ block: [UInt8], with disk: any BlockDevice) {
        let answer = turn.withLock { _ in
            disk.write(block, to: Self.requestBlock) ? disk.read(Self.requestBlock) : nil
        }
        state.withLock { state in
            if let answer { state.answers.append(answer) } else { state.isGone = true }
        }
    }
}

/// A disk as the kernel shows it, past the kernel's own copy of its blocks.
public final class BlockFile: BlockDevice {
    /// Where a block's bytes must begin in memory.
    private static let alignment = 4_096
    private let file: FileDescriptor

    /// Opens a disk for this process alone, so that no other program has its file system in use.
    ///
    /// - Parameter isDirect: Whether blocks bypass the kernel's copy, as an answer of a meter must.
    /// - Throws: ``CableFailure`` with what a person can do.
    public init(_ path: String, isDirect: Bool = true) throws(CableFailure) {
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .noFollow, .exclusiveCreate]
        if isDirect { options.insert(.direct) }
        do {
            file = try FileDescriptor.open(FilePath(path), .readWrite, options: options)
        } catch Errno.permissionDenied {
            throw .forbidden
        } catch Errno.resourceBusy {
            throw CableFailure("another program uses the meter's disk: unmount it, and plug the meter in again")
        } catch {
            throw .closed
        }
    }

    deinit {
        // Cleanup: a device that is unplugged has nothing to close.
        try? file.close()
    }

    /// Reads a block.
    public func read(_ block: Int) -> [UInt8]? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: DiskNode.blockSize,
            alignment: Self.alignment
        )
        defer { unsafe buffer.deallocate() }
        let offset = Int64(block * DiskNode.blockSize)
        // Absent is nil: a disk that does not give a block is unplugged.
        let count = try? unsafe file.read(fromAbsoluteOffset: offset, into: buffer)
        return count == DiskNode.blockSize ? unsafe Array(buffer) : nil
    }

    /// Writes a block.
    public func write(_ bytes: [UInt8], to block: Int) -> Bool {
        guard bytes.count == DiskNode.blockSize else { return false }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: DiskNode.blockSize,
            alignment: Self.alignment
        )
        defer { unsafe buffer.deallocate() }
        unsafe buffer.copyBytes(from: bytes)
        let offset = Int64(block * DiskNode.blockSize)
        // Absent is nil: a disk that does not take a block is unplugged.
        let count = try? unsafe file.write(toAbsoluteOffset: offset, UnsafeRawBufferPointer(buffer))
        return count == DiskNode.blockSize
    }
}

extension FileDescriptor.OpenOptions {
    /// `O_DIRECT`, which differs between processors.
    fileprivate static var direct: Self {
        #if arch(arm64) || arch(arm)
        Self(rawValue: 0o200000)
        #else
        Self(rawValue: 0o40000)
        #endif
    }
}
