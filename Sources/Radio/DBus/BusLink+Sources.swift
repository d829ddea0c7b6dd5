internal import CDBus

/// The functions that libdbus calls to have its descriptors watched and its timeouts kept.
extension BusLink {
    func add(watch pointer: OpaquePointer?) -> dbus_bool_t {
        guard let pointer else { return 0 }
        let id = nextID()
        let watch = BusWatch(pointer, queue: queue) { [notify] flags in notify(.watch(id, flags)) }
        guard let watch else { return 0 }
        watches[id] = watch
        watch.followEnabled()
        return 1
    }

    func remove(watch pointer: OpaquePointer?) {
        for (id, watch) in watches where watch.pointer == pointer {
            watch.cancel()
            watches[id] = nil
        }
    }

    func follow(watch pointer: OpaquePointer?) {
        watches.values.first { $0.pointer == pointer }?.followEnabled()
    }

    func add(timeout pointer: OpaquePointer?) -> dbus_bool_t {
        guard let pointer else { return 0 }
        let id = nextID()
        let timeout = BusTimeout(pointer, queue: queue) { [notify] in notify(.timeout(id)) }
        timeouts[id] = timeout
        timeout.followEnabled()
        return 1
    }

    func remove(timeout pointer: OpaquePointer?) {
        for (id, timeout) in timeouts where timeout.pointer == pointer {
            timeout.cancel()
            timeouts[id] = nil
        }
    }

    func follow(timeout pointer: OpaquePointer?) {
        timeouts.values.first { $0.pointer == pointer }?.followEnabled()
    }
}
