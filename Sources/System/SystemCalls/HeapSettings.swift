internal import CMallopt

/// The heap of the C library; it has no effect with libraries other than glibc.
public enum HeapSettings {
    /// Limits the number of arenas that threads allocate from (mallopt(3), `M_ARENA_MAX`).
    ///
    /// Each arena keeps the memory freed in it, so a process whose threads take turns holds the same memory several times.
    /// Call it before the first thread starts.
    ///
    /// - Parameter count: The largest number of arenas, from 1.
    public static func limitArenas(to count: Int32) { _ = vb_limit_heap_arenas(count) }

    /// Returns free memory to the kernel (malloc_trim(3)).
    public static func returnFreeMemory() { vb_trim_heap() }
}
