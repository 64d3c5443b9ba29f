// SPDX-License-Identifier: Apache-2.0
package import Wire

/// The problem that the body throws; nil if it throws another error or none.
package func problem(_ body: () async throws -> Void) async -> Problem? {
    do {
        try await body()
        return nil
    } catch {
        return error as? Problem
    }
}
