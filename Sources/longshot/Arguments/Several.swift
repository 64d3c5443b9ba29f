// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Runs a request for each of several things at the same time.
enum Several {
    /// The results in the order of the items, and the exit code of the first failure.
    ///
    /// With several items, a failure does not stop the others: it is a line on standard error. The failure of a single item is
    /// thrown.
    ///
    /// - Parameter advised: the commands whose options such a line names.
    static func results<Item: Sendable, Value: Sendable>(
        _ items: [Item], named name: (Item) -> String, completing advised: AdvisedCommands? = nil,
        _ request: @escaping @Sendable (Item) async throws -> Value
    ) async throws -> (values: [Value], failure: ExitCode?) {
        let outcomes = await outcomes(items, request)
        if items.count == 1 { return (try outcomes.map { try $0.get() }, nil) }
        var (values, failure): ([Value], ExitCode?) = ([], nil)
        for (item, outcome) in zip(items, outcomes) {
            do {
                values.append(try outcome.get())
            } catch {
                let error = advised?.completing(error) ?? error
                let words = Terminal.words(for: error)
                // Many name the item themselves.
                let prefix = words.contains(name(item)) ? "" : "\(name(item)): "
                Terminal.complain("longshot: \(prefix)\(words)")
                failure = failure ?? ExitCode(ExitStatus.status(for: error).rawValue)
            }
        }
        return (values, failure)
    }

    private static func outcomes<Item: Sendable, Value: Sendable>(
        _ items: [Item], _ request: @escaping @Sendable (Item) async throws -> Value
    ) async -> [Result<Value, any Error>] {
        await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            for (index, item) in items.enumerated() {
                group.addTask {
                    do { return (index, .success(try await request(item))) } catch { return (index, .failure(error)) }
                }
            }
            var outcomes: [(Int, Result<Value, any Error>)] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
