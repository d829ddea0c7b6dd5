internal import FoundationEssentials

/// Identifies the current boot of this machine: saved boot-clock times mean nothing after the next boot.
enum BootIdentity {
    /// The kernel's id of this boot (`proc(5)`, `/proc/sys/kernel/random/boot_id`); `unknown` if the kernel has none.
    static var current: String {
        // Absent is nil: a kernel without it counts as a new boot.
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init) ?? "unknown"
    }
}
