// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Wire

/// The reason why a command finds no node or archive to work with.
enum TargetError: Error, CustomStringConvertible {
    /// No node runs in a home; the role that the command requires, or nil for either.
    case notRunning(FilePath, NodeDescription.Role?)
    /// No node of a role, or of either for nil, runs in a usual home, and this user is paired with none of them, or with these.
    case choose(NodeDescription.Role?, [String])
    case noAddress(String)
    case noNode(String)
    /// The given node has another role than the command requires.
    case otherRole(String, NodeDescription.Role)
    /// A node is to use a home in which a node of another role has run.
    case takenHome(FilePath, by: NodeDescription.Role)
    /// A file was given as the home of a node.
    case fileAsHome(FilePath)
    /// There is no such folder.
    case noFolder(FilePath)
    /// No recorder has run in the home; the role of the node that has.
    case noArchive(FilePath, NodeDescription.Role?)

    var description: String {
        switch self {
        case .notRunning(let home, let wanted):
            if (try? FileStatus(home))?.isRegular == true {
                "\(Self.fileAsHome(home))"
            } else if (try? FileStatus(home)) == .some(nil) {
                "there is no folder \(home): --home takes the folder of a node. \(Self.start(wanted, in: home)) makes it"
            } else if let role = (try? NodeDescription.Role(home: home)) ?? wanted {
                "no \(role.rawValue) runs in \(home): \(NodeHome.start(role, in: home)) starts it"
            } else {
                "no node runs in \(home): \(Self.start(nil, in: home)) starts one"
            }
        case .choose(let role?, []):
            "no \(role.rawValue) runs here and none is paired: start `longshot \(role.rawValue)`, give its folder with --home "
                + "if it runs in another one, or pair with `longshot pair join`"
        case .choose(nil, []):
            "no node runs here and none is paired: start `longshot camera` or `longshot recorder`, give a node's folder with "
                + "--home if it runs in another one, or pair with `longshot pair join`"
        case .choose(let role, let names):
            "several are paired: say which with --\(role?.rawValue ?? "node") (\(names.joined(separator: ", ")))"
        case .noNode(let home):
            "no node has ever lived in \(home): --home takes the folder of a camera or a recorder"
        case .noAddress(let name):
            "where \(name) is, is not known: say it with HOST:PORT"
        case .otherRole(let name, let role):
            "\(name) is a \(role.rawValue), and \(role.other.content) are on a \(role.other.rawValue): give one with "
                + "--\(role.other.rawValue) NAME or --home FOLDER; `longshot pair list --mine` lists the paired nodes"
        case .takenHome(let home, let role):
            "\(home) is the home of a \(role.rawValue): give the \(role.other.rawValue) another folder, for example "
                + "\(NodeHome.option(home.removingLastComponent().appending(role.other.rawValue)))"
        case .fileAsHome(let path): "\(path) is a file: --home takes the folder of a node"
        case .noFolder(let path):
            "there is no folder \(path): give a recorder's, or the id of a recording that `longshot recordings` lists"
        case .noArchive(let home, let role?):
            "\(home) is the home of a \(role.rawValue), and \(role.other.content) are on a \(role.other.rawValue): "
                + "give the folder of a \(role.other.rawValue)"
        case .noArchive(let home, nil):
            "no recorder has run in \(home), so there are no recordings: \(NodeHome.start(.recorder, in: home)) starts one. "
                + "Give the folder of another recorder of this machine with --home; the recordings of another machine are on "
                + "its page (`longshot page --node NAME`)"
        }
    }

    /// The commands that start a node of a role in a home; for nil, of either.
    private static func start(_ role: NodeDescription.Role?, in home: FilePath) -> String {
        let roles = role.map { [$0] } ?? [.camera, .recorder]
        return roles.map { NodeHome.start($0, in: home) }.joined(separator: " or ")
    }
}
