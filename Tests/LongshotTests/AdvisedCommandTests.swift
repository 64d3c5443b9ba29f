// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Testing
import Trust
import Video4Linux
import Wire

@testable import longshot

@Suite("A command that a message advises")
struct AdvisedCommandTests {
    @Test("has the options that select the same node")
    func options() {
        #expect(Target.addition("camera", nil, home: nil).isEmpty)
        #expect(Target.addition("camera", "front door", home: nil) == " --camera 'front door'")
        #expect(Target.addition("camera", "porch", home: "/tmp/a b") == " --home '/tmp/a b'")
        let usb = Diagnosis(.noBandwidth("/dev/video0"), SystemFiles(), " --home /h")
        #expect(usb.remedy?.hasSuffix("longshot camera --home /h --capture v4l2-mjpeg") == true)
        let usual = NodeHome.usual(for: .recorder)[0]
        #expect(NodeHome.addition(of: .recorder, in: usual).isEmpty)
        #expect(NodeHome.addition(of: .recorder, in: "/h") == " --home /h")
        #expect(NodeHome.addition(of: .camera, in: usual) == " --home \(usual.string.quotedForShell)")
    }

    @Test("has them in the answer of a node too, if it is one for the same node")
    func answer() throws {
        let advised = AdvisedCommands(beginnings: ["pipeline", "pair list"], options: " --home /h")
        #expect(
            advised.completing(
                "`longshot pipeline use x` starts it; run `longshot pair open` there, `longshot pair list`, `x`")
                == "`longshot pipeline use x --home /h` starts it; run `longshot pair open` there, `longshot pair list --home /h`, `x`"
        )
        #expect(advised.completing("`longshot pipelines`") == "`longshot pipelines`")
        #expect(advised.completing("`longshot pipeline list --home /h`") == "`longshot pipeline list --home /h`")
        let problem = try #require(advised.completing(Problem.conflict("try `longshot pipeline list`")) as? Problem)
        #expect(problem == .conflict("try `longshot pipeline list --home /h`"))
        var target = RecorderTarget()
        (target.recorder, target.home) = (nil, "/h")
        #expect(target.advised.completing("`longshot recordings`") == "`longshot recordings --home /h`")
        target.home = nil
        #expect(target.advised.completing("`longshot recordings`") == "`longshot recordings`")
    }

    @Test("starts the node that the command needs, in the home that was given")
    func start() {
        #expect(NodeHome.start(.recorder, in: NodeHome(nil, usually: "recorder").path) == "`longshot recorder`")
        #expect(NodeHome.start(.recorder, in: "/tmp/a b") == "`longshot recorder --home '/tmp/a b'`")
        let home = FilePath("/nonexistent/longshot")
        #expect("\(TargetError.notRunning(home, .recorder))".hasSuffix("`longshot recorder --home \(home)` makes it"))
        #expect(
            "\(TargetError.notRunning(home, nil))".hasSuffix(
                "`longshot camera --home \(home)` or `longshot recorder --home \(home)` makes it"))
        #expect("\(TargetError.notRunning("/usr", .recorder))".hasSuffix("`longshot recorder --home /usr` starts it"))
        #expect("\(TargetError.noArchive(home, nil))".contains("`longshot recorder --home \(home)` starts one"))
    }

    @Test("pairs a revoked peer again at the node that revoked it, and a revoked node with this user")
    func revoked() throws {
        func remedy(_ role: PeerRole, isRemote: Bool, _ addition: String = "") throws -> String {
            let identity = try NodeIdentity()
            let peer = Peer(
                certificate: identity.certificate, name: try PeerName("porch"), role: role, grants: [], pairedAt: 0)
            let one = KnownNode(identity: identity, peer: peer, home: "/r", isRemote: isRemote)
            return PeerCheckup.letInAgain(one, addition)
        }
        let there = " here and `longshot pair join --as camera` there"
        #expect(try remedy(.camera, isRemote: false).hasSuffix("`longshot pair open --home /r`\(there)"))
        #expect(try remedy(.camera, isRemote: false, " --home x").hasSuffix("`longshot pair open --home x`\(there)"))
        #expect(
            try remedy(.camera, isRemote: true).hasSuffix(
                "run `longshot pair open` there and `longshot pair join --as remote` here"))
    }

    @Test("shows other devices no link of this machine alone, unless there are no others")
    func links() {
        let own = ["https://127.0.0.1:5680/enter#a", "https://[::1]:5680/enter#a"]
        let others = ["https://192.0.2.4:5680/enter#a", "https://[2001:db8::1]:5680/enter#a"]
        #expect(PageLink.links(forOthers: others + own) == others)
        #expect(PageLink.links(forOthers: own) == own)
    }

    @Test("names the file once, and the moment that lies ahead with the clock that says so")
    func words() {
        let gone = "big.bin was cancelled, and nothing of it is kept: offer it again to begin anew"
        #expect(
            FileSender.words(gone, about: FilePath("/tmp/big.bin"))
                == "it was cancelled, and nothing of it is kept: offer it again to begin anew")
        #expect(FileSender.words(gone, about: FilePath("other.bin")) == gone)
        #expect(FileSender.words("/tmp/a was changed", about: FilePath("/tmp/a")) == "it was changed")
        let ahead = PastMoment.ahead(2_000_000_000, of: 1_000_000_000, "on the camera")
        #expect(
            ahead.hasPrefix(
                "--at 1970-01-01T00:00:02.000Z lies ahead: it is 1970-01-01T00:00:01.000Z on the camera,"))
        // Later than 64 bits of nanoseconds reach.
        #expect(PastMoment(argument: "9999-01-01T00:00:00Z") == nil)
        #expect(PastMoment(argument: "2100-01-01T00:00:00Z") == .utc(4_102_444_800_000_000_000))
    }
}
