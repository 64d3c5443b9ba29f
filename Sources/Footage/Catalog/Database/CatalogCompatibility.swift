// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Lets today's queries read a catalog that lacks columns, without changing its file.
///
/// A temporary view of this connection replaces each table that lacks columns. A migration that adds a column adds a line here.
enum CatalogCompatibility {
    /// A column that a migration added, and the SQL expression that replaces it if it is missing.
    private struct Column {
        let table: String
        let name: String
        let substitute: String
    }

    private static let added = [
        Column(table: "recording", name: "isLocked", substitute: "0"),
        Column(table: "recording", name: "deletedFrames", substitute: "0"),
        Column(table: "segment", name: "backfilled", substitute: frames(of: .backfill)),
        Column(table: "segment", name: "unconfirmed", substitute: frames(of: .unconfirmed)),
        Column(table: "epoch", name: "began", substitute: "'camera-restarted'"),
        Column(table: "fragment", name: "total", substitute: "NULL"),
    ]

    /// Creates the views, and an empty table for one that a migration added; `old` is the name of the table within an expression.
    static func prepare(_ db: Database) throws {
        for (table, columns) in Dictionary(grouping: added, by: \.table) {
            let names = try String.fetchSet(
                db, sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table])
            let missing = columns.filter { !names.contains($0.name) }
            guard !missing.isEmpty, !names.isEmpty else { continue }
            let substitutes = missing.map { ", \($0.substitute) AS \($0.name)" }.joined()
            try db.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT old.*\(substitutes) FROM main.\(table) AS old")
        }
        if try !db.tableExists("comparison") { try db.execute(sql: "CREATE TEMP TABLE \(CatalogSchema.comparison)") }
    }

    private static func frames(of source: FragmentSource) -> String {
        """
        (SELECT COALESCE(SUM(frames), 0) FROM main.fragment
            WHERE fragment.segment = old.id AND source = '\(source.rawValue)')
        """
    }
}
