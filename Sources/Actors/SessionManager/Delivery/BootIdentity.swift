internal import FoundationEssentials

/// Tells one boot of this machine from another: times of a boot's clock that were saved mean nothing after the next.
enum BootIdentity {
    /// The kernel's id of this boot (`proc(5)`, `/proc/sys/kernel/random/boot_id`); `unknown` where there is none.
    static var current: String {
        // Absent is nil: a kernel without it counts as a new boot.
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init) ?? "unknown"
    }
}
