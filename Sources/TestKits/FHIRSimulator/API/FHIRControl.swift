import Foundation
import SimulatedServer

/// The control endpoints below `/_control`, for tests.
struct FHIRControl: Sendable {
    let state: FHIRState

    func answer(_ call: Call) async throws -> Answer {
        switch (call.method, call.path.dropFirst().joined(separator: "/")) {
        case ("GET", "summary"): return Answer(200, body: try JSONValue(await state.summary))
        case ("GET", "resources"): return Answer(200, body: try JSONValue(await state.resources))
        case ("GET", "readings"): return Answer(200, body: try JSONValue(await state.readings))
        case ("GET", "faults"): return Answer(200, body: try JSONValue(await state.plan.faults))
        case ("GET", "behaviour"): return Answer(200, body: try JSONValue(await state.behaviour))
        case ("POST", "faults"): return await setFaults(call)
        case ("PUT", "behaviour"): return try await setBehaviour(call)
        case ("POST", "patients"): return try await setPatient(call)
        case ("POST", "clients"): return await setClient(call)
        case ("POST", "revoke"):
            await state.revokeTokens()
            return Answer(200, body: [:])
        case ("POST", "reset"):
            try await state.reset()
            return Answer(200, body: [:])
        default: return Answer(404, body: ["error": "no such control endpoint: see the simulator's README"])
        }
    }

    private func setFaults(_ call: Call) async -> Answer {
        guard let faults = try? JSONDecoder().decode([Fault].self, from: call.body) else {
            return .refused("a JSON list of faults, each with a kind of: \(FaultKind.allCases.map(\.rawValue))")
        }
        await state.set(faults: faults)
        return Answer(200, body: ["faults": .integer(faults.count)])
    }

    /// Changes the named members; the others stay.
    private func setBehaviour(_ call: Call) async throws -> Answer {
        let present = await state.behaviour
        guard let changes = try? JSONValue(parsing: call.body), let behaviour = try present.changed(by: changes) else {
            return .refused("some of \(try JSONValue(present).object?.keys.sorted() ?? [])")
        }
        await state.set(behaviour: behaviour)
        return Answer(200, body: try JSONValue(behaviour))
    }

    private func setPatient(_ call: Call) async throws -> Answer {
        guard let patient = try? JSONDecoder().decode(SimulatedPatient.self, from: call.body) else {
            return .refused("{\"id\", \"identifiers\", \"replacedBy\", \"isDeleted\"}, only the first is needed")
        }
        try await state.set(patient: patient)
        return Answer(200, body: [:])
    }

    private func setClient(_ call: Call) async -> Answer {
        guard let client = try? JSONDecoder().decode(SimulatedClient.self, from: call.body) else {
            return .refused("{\"id\", \"keys\": a JWK set}")
        }
        await state.set(client: client)
        return Answer(200, body: [:])
    }
}
