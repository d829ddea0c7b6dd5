internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import VitalRecords

extension SessionManagerActor {
    /// The operations on assignments.
    var assignmentHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.assignDevice) { [self] body, request in
                try await assign(body, request)
            },
            RequestHandler(SessionOperations.unassignDevice) { [self] body, request in
                try await unassign(body, request)
            },
            RequestHandler(SessionOperations.devices) { [self] body, _ in
                if let seat = body.seat { try await requireKnown(seat) }
                let page = try await store.assignments(
                    seat: body.seat,
                    device: body.device?.description,
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

    /// Assigns a device; what is held of it and has its owner now leaves in the same transaction.
    private func assign(_ body: AssignDevice, _ request: RequestContext) async throws -> AssignmentView {
        try await requireKnown(body.seat)
        if let index = body.userIndex, !(0...255).contains(index) {
            throw BusError(.invalidArgument, "userIndex is \(index): use 0 to 255, or leave it out for all")
        }
        let now = context.environment.now()
        if body.checkOnly == true {
            return AssignmentView(
                device: body.device,
                userIndex: body.userIndex,
                seat: body.seat,
                from: body.from ?? now,
                until: nil
            )
        }
        if let made = try await assignment(of: request, device: body.device, body.userIndex) {
            guard made.seat == body.seat, made.until == nil else { throw Self.usedID(request) }
            return try Self.view(made, owned: 0)
        }
        let set = try await store.setAssignment(
            device: body.device.description,
            userIndex: body.userIndex,
            seat: body.seat,
            from: body.from ?? now,
            madeAt: request.time,
            request: Self.name(of: request),
            at: now
        ) { [self] item in try decideAgain(item, at: now) }
        if set.owned > 0 { changed() }
        return try Self.view(set.assignment, owned: set.owned)
    }

    private func unassign(_ body: UnassignDevice, _ request: RequestContext) async throws -> AssignmentView {
        let now = context.environment.now()
        let device = body.device.description
        if let ended = try await assignment(of: request, device: body.device, body.userIndex) {
            let all = try await store.assignments(devices: [device])
            let isTaken = all.contains { $0.userIndex == body.userIndex && $0.until == nil }
            guard !isTaken else { throw Self.usedID(request) }
            return try Self.view(ended)
        }
        let ended = try await store.endAssignment(
            device: device,
            userIndex: body.userIndex,
            until: body.until ?? now,
            madeAt: request.time,
            request: Self.name(of: request),
            at: now
        )
        guard let ended else {
            throw BusError(.notFound, "device \(device) has no such assignment: 'devices' lists what there is")
        }
        return try Self.view(ended)
    }

    /// The assignment that an earlier copy of a request made or ended; nil for a new request.
    ///
    /// - Throws: ``BusError`` `conflict` where the request with this id was of another device.
    private func assignment(
        of request: RequestContext,
        device: DeviceID,
        _ userIndex: Int?
    ) async throws -> DeviceAssignment? {
        guard let name = Self.name(of: request), let subject = try await store.subject(of: name) else { return nil }
        guard let id = Int64(subject), let found = try await store.assignment(id: id) else { return nil }
        guard found.device == device.description, found.userIndex == userIndex else { throw Self.usedID(request) }
        return found
    }

    private static func view(_ assignment: DeviceAssignment, owned: Int? = nil) throws -> AssignmentView {
        guard let device = DeviceID(assignment.device) else {
            throw BusError(.internalError, "assignment \(assignment.id) names no device")
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
