internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The operations on assignments.
    var assignmentHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.assignDevice) { [self] body, _ in
                try check(seat: body.seat)
                let from = body.from ?? context.environment.now()
                try await store.setAssignment(
                    device: body.device.description,
                    userIndex: body.userIndex,
                    seat: body.seat,
                    from: from,
                    at: context.environment.now()
                )
                return AssignmentView(
                    device: body.device,
                    userIndex: body.userIndex,
                    seat: body.seat,
                    from: from,
                    until: nil
                )
            },
            RequestHandler(SessionOperations.unassignDevice) { [self] body, _ in
                let now = context.environment.now()
                let device = body.device.description
                let open = try await store.assignments(devices: [device]).last {
                    $0.until == nil && $0.userIndex == body.userIndex
                }
                guard let open,
                    try await store.endAssignment(device: device, userIndex: body.userIndex, until: now, at: now)
                else { throw BusError(.notFound, "device \(device) has no such assignment") }
                return AssignmentView(
                    device: body.device,
                    userIndex: body.userIndex,
                    seat: open.seat,
                    from: open.from,
                    until: now
                )
            },
            RequestHandler(SessionOperations.devices) { [self] _, _ in
                Assignments(assignments: try await store.assignments().map(Self.view))
            },
        ]
    }

    private static func view(_ assignment: DeviceAssignment) throws -> AssignmentView {
        guard let device = DeviceID(assignment.device) else {
            throw BusError(.internalError, "assignment \(assignment.id) names no device")
        }
        return AssignmentView(
            device: device,
            userIndex: assignment.userIndex,
            seat: assignment.seat,
            from: assignment.from,
            until: assignment.until
        )
    }
}
