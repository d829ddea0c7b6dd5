/// A daemon that is stopped as by SIGSTOP.
extension Simulation {
    mutating func startHang() {
        guard isDaemonRunning, hang == nil else { return }
        outputs.append(.daemonHangs(true))
        hang = DaemonHang()
    }

    /// Goes on: what it had to tell goes out, what piled up is taken.
    mutating func endHang() {
        guard let kept = hang else { return }
        hang = nil
        outputs.append(.daemonHangs(false))
        for output in kept.outputs { outputs.append(output) }
        for input in kept.inputs { accept(input) }
    }

    /// Forgets what piled up, because the daemon ends.
    mutating func dropHang() {
        guard hang != nil else { return }
        hang = nil
        outputs.append(.daemonHangs(false))
    }
}
