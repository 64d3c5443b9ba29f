// SPDX-License-Identifier: Apache-2.0
package import Wire

/// The problem that a piece of work ends with; nil when it ends well, or with another error.
package func problem(_ body: () async throws -> Void) async -> Problem? {
    do {
        try await body()
        return nil
    } catch {
        return error as? Problem
    }
}
