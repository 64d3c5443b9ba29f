// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Tasks

extension Terminal {
    /// Runs what prints without an end; throws exit code 0 within a second after the reader of standard output has enough (`| head`).
    ///
    /// A write alone would notice that only at the next event, which may come hours later.
    static func whileRead(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await race(
            work,
            {
                repeat { try await Task.sleep(for: .seconds(1)) } while hasReader
                throw ExitCode.success
            })
    }

    private static var hasReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return unsafe poll(&output, 1, 0) <= 0 || output.revents & Int16(POLLERR) == 0
    }
}
