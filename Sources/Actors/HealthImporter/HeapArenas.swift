internal import CMallopt

/// The parts that the C library's heap is in, so that threads need not wait for each other.
///
/// Each keeps what was freed in it: a process whose threads take turns has everything several times.
public enum HeapArenas {
    /// Sets the most arenas; to be called before threads are started (mallopt(3), `M_ARENA_MAX`).
    ///
    /// Does nothing with another C library than glibc.
    public static func limit(_ count: Int32) { _ = vb_limit_heap_arenas(count) }
}
