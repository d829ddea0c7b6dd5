import Foundation
import SimulatedServer

/// The simulator's control endpoints below `/_control`, for tests.
struct ControlAPI: Sendable {
    let state: SimulatorState

    func answer(_ call: Call) async throws -> Answer {
        switch (call.method, call.path.dropFirst().joined(separator: "/")) {
        case ("GET", "accepted"): return Answer(200, body: try JSONValue(await state.acceptances))
        case ("GET", "summary"): return Answer(200, body: try JSONValue(await state.summary))
        case ("GET", "faults"): return Answer(200, body: try JSONValue(await state.faults))
        case ("POST", "faults"): return await setFaults(call)
        case ("POST", "reset"):
            try await state.reset()
            return Answer(200, body: [:])
        case ("PUT", "behaviour"): return await setBehaviour(call)
        case ("POST", "users"): return await addUser(call)
        case ("POST", "revoke"): return await revoke(call)
        default: return Answer(404, body: ["error": "no such control endpoint: see the simulator's README"])
        }
    }

    private func setFaults(_ call: Call) async -> Answer {
        do {
            let faults = try JSONDecoder().decode([Fault].self, from: call.body)
            await state.set(faults: faults)
            return Answer(200, body: ["faults": .integer(faults.count)])
        } catch {
            return Answer.refused("a JSON list of faults, each with a kind of: \(FaultKind.allCases.map(\.rawValue))")
        }
    }

    private func setBehaviour(_ call: Call) async -> Answer {
        guard let name = (try? JSONValue(parsing: call.body))?["repeats"]?.string,
            let repeats = RepeatBehaviour(rawValue: name)
        else { return Answer.refused("{\"repeats\": one of \(RepeatBehaviour.allCases.map(\.rawValue))}") }
        await state.set(repeats: repeats)
        return Answer(200, body: ["repeats": .string(name)])
    }

    private func addUser(_ call: Call) async -> Answer {
        guard let user = try? JSONDecoder().decode(SimulatedUser.self, from: call.body) else {
            return Answer.refused("{\"organization\", \"uid\", \"token\"}")
        }
        await state.add(user)
        return Answer(201, body: ["id": .string(user.id)])
    }

    private func revoke(_ call: Call) async -> Answer {
        guard let token = (try? JSONValue(parsing: call.body))?["token"]?.string else {
            return Answer.refused("{\"token\"}")
        }
        await state.revoke(token)
        return Answer(200, body: [:])
    }
}
