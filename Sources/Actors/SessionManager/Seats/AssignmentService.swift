internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import VitalRecords

/// Assigns devices to seats, and then decides again about the devices' held readings.
struct AssignmentService: ManagerService {
    let parts: ServiceParts
    let decisions: ReadingDecisions

    /// The operations on assignments.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.assignDevice) { body, request in
                try await assign(body, request: request)
            },
            RequestHandler(SessionOperations.unassignDevice) { body, request in
                try await unassign(body, request: request)
            },
            RequestHandler(SessionOperations.devices) { body, request in
                if let seat = body.seat { try await seats.require(seat) }
                let page = try await store.assignments.assignments(
                    seat: body.seat,
                    device: body.device?.description,
                    within: seats.roll.reach(of: request.caller),
                    page: body.page ?? 1,
                    pageSize: 100
                )
                return Assignments(
                    assignments: try page.elements.map { try Self.view($0) },
                    page: page.page,
                    pages: page.pages
                )
            },
        ]
    }

    /// Assigns a device; its held readings that now have an owner are booked in the same transaction.
    private func assign(_ body: AssignDevice, request: RequestContext) async throws -> AssignmentView {
        try await seats.require(body.seat)
        if let index = body.userIndex, !(0...255).contains(index) {
            throw BusError(.invalidArgument, message: "userIndex is \(index): use 0 to 255, or leave it out for all")
        }
        let now = environment.now()
        if body.checkOnly == true {
            return AssignmentView(
                device: body.device,
                userIndex: body.userIndex,
                seat: body.seat,
                from: body.from ?? now,
                until: nil
            )
        }
        if let made = try await assignment(of: request, device: body.device, userIndex: body.userIndex) {
            guard made.seat == body.seat, made.until == nil else { throw request.usedID }
            return try Self.view(made, owned: 0)
        }
        let set = try await store.assignments.set(
            device: body.device.description,
            userIndex: body.userIndex,
            seat: body.seat,
            from: body.from ?? now,
            madeAt: request.time,
            request: request.name,
            at: now
        ) { before in
            before?.seat == body.seat
                ? nil : events.deviceAssigned(body, before: before?.seat, by: request.caller, at: now)
        } decide: { item in
            try decisions.decideAgain(item, at: now)
        }
        signals.committed()
        return try Self.view(set.assignment, owned: set.owned)
    }

    private func unassign(_ body: UnassignDevice, request: RequestContext) async throws -> AssignmentView {
        let now = environment.now()
        let device = body.device.description
        if let ended = try await assignment(of: request, device: body.device, userIndex: body.userIndex) {
            let all = try await store.assignments.assignments(devices: [device])
            let isTaken = all.contains { $0.userIndex == body.userIndex && $0.until == nil }
            guard !isTaken else { throw request.usedID }
            return try Self.view(ended)
        }
        let ended = try await store.assignments.end(
            device: device,
            userIndex: body.userIndex,
            until: body.until ?? now,
            madeAt: request.time,
            request: request.name,
            at: now
        )
        guard let ended else {
            throw BusError(
                .notFound,
                message: "device \(device) has no such assignment: 'devices' lists the assignments"
            )
        }
        return try Self.view(ended)
    }

    /// The assignment that an earlier copy of a request made or ended; nil for a new request.
    ///
    /// - Throws: ``BusError`` `conflict` if the earlier request with this id named another device.
    private func assignment(
        of request: RequestContext,
        device: DeviceID,
        userIndex: Int?
    ) async throws -> DeviceAssignment? {
        guard let name = request.name, let subject = try await store.assignments.subject(of: name) else { return nil }
        guard let id = Int64(subject), let found = try await store.assignments.assignment(id: id) else { return nil }
        guard found.device == device.description, found.userIndex == userIndex else { throw request.usedID }
        return found
    }

    private static func view(_ assignment: DeviceAssignment, owned: Int? = nil) throws -> AssignmentView {
        guard let device = DeviceID(assignment.device) else {
            throw BusError(.internalError, message: "assignment \(assignment.id) does not name a device")
        }
        return AssignmentView(
            device: device,
            userIndex: assignment.userIndex,
            seat: assignment.seat,
            from: assignment.from,
            until: assignment.until,
            owned: owned
        )
    }
}
