internal import SystemCalls

/// The heap of the C library.
enum Heap {
    /// Gives what is free back to the system: in the pieces that small pictures left a large one finds no room.
    static func giveBack() { HeapSettings.returnFreeMemory() }
}
