// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Testing

@testable import Pipelines

/// A shipped live text with one part replaced, which bypasses the protection, and the problems that the check reports.
struct Hole: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pipeline: String
    let replaced: String
    let by: String
    let problems: [String]

    init(_ description: String, in pipeline: String, _ replaced: String, by: String, _ problems: String...) {
        (testDescription, self.pipeline, self.replaced) = (description, pipeline, replaced)
        (self.by, self.problems) = (by, problems)
    }

    func file(category: PipelineCategory? = .live) throws -> PipelineFile {
        let shipped = try PipelineLibrary(home: nil).find(pipeline)
        let text = shipped.text.replacing(replaced, with: by)
        try #require(text != shipped.text)
        return PipelineFile(name: pipeline, category: category, origin: .user("/x.pipeline"), text: text)
    }

    static let all = [
        Hole(
            "no protect", in: "send-tcp", "protect", by: "other",
            "tcpclientsink would send what was not encrypted"),
        Hole(
            "protect is something else", in: "send-tcp",
            "! protect.rtp_sink_0\n\nsrtpenc name=protect random-key=true rtp-cipher=aes-256-gcm rtp-auth=null "
                + "rtcp-cipher=aes-256-gcm rtcp-auth=null\n\nprotect.rtp_src_0\n", by: "! queue name=protect\n",
            "tcpclientsink would send what was not encrypted"),
        Hole(
            "a second sink", in: "send-udp", "! rtprtxsend", by: "! tee name=t t. ! queue ! udpsink t. ! rtprtxsend",
            "udpsink would send what was not encrypted"),
        Hole(
            "reports in the clear", in: "send-udp", "! protect.rtcp_sink_0\n\nprotect.rtcp_src_0\n", by: "",
            "udpsink would send what was not encrypted"),
        Hole(
            "a file beside", in: "send-tcp-jpeg", "! rtpgstpay",
            by: "! tee name=t t. ! queue ! filesink location=/x t. ! rtpgstpay",
            "filesink would send what was not encrypted"),
        Hole(
            "requests in the clear", in: "receive-udp-jpeg", "! protect.rtcp_sink_0\n\nprotect.rtcp_src_0\n", by: "",
            "udpsink would send what was not encrypted"),
        Hole(
            "no unprotect", in: "receive-tcp",
            "! unprotect.rtp_sink\n\nsrtpdec name=unprotect\n\nunprotect.rtp_src\n", by: "",
            "rtph264depay would get what anybody on the network can send"),
        Hole(
            "unprotect behind the session", in: "receive-udp",
            "! unprotect.rtp_sink\n\nunprotect.rtp_src\n! session.recv_rtp_sink\n\nsession.recv_rtp_src\n",
            by: "! session.recv_rtp_sink\n\nsession.recv_rtp_src\n! unprotect.rtp_sink\n\nunprotect.rtp_src\n",
            "rtpsession would get what anybody on the network can send"),
        Hole(
            "feedback unchecked", in: "send-udp-jpeg", "! unprotect.rtcp_sink\n\nunprotect.rtcp_src\n", by: "",
            "rtpsession would get what anybody on the network can send"),
        Hole(
            "a second source", in: "receive-udp", "session.recv_rtp_src\n",
            by: "udpsrc ! queue ! depayloader.\n\nsession.recv_rtp_src\n",
            "rtph264depay would get what anybody on the network can send"),
        Hole(
            "a way around by a tee", in: "receive-tcp", "! rtpstreamdepay\n",
            by: "! rtpstreamdepay ! tee name=t t. ! queue ! depayloader. t.\n",
            "tee keeps packets that unprotect changes, which ends the program",
            "rtph264depay would get what anybody on the network can send"),
        Hole(
            "a cipher of its own", in: "receive-udp", "payload=96,",
            by: "payload=96,ssrc=(uint)1,srtp-cipher=(string)null,",
            "caps with srtp-cipher would overrule the keys that both nodes agreed on"),
        Hole(
            "a bracket", in: "send-tcp", "! rtpstreampay\n", by: "! ( name=b rtpstreampay )\n",
            "what is joined inside a bracket may get around protect and unprotect"),
        Hole(
            "an address", in: "send-tcp", "! h264parse\n", by: "! tee name=t t. ! file:///x t. ! h264parse\n",
            "file:///x would be sent or received without protect and unprotect"),
        Hole(
            "a sink beside the peer", in: "whep-h264", "! webrtcbin",
            by: "! tee name=t t. ! queue ! udpsink t. ! webrtcbin", "udpsink would send what was not encrypted"),
        Hole(
            "a peer that is not the program's", in: "whep-h264", "name=peer", by: "name=other",
            "webrtcbin would send what was not encrypted"),
        Hole(
            "something that takes what a browser sends", in: "whep-h264", "latency=0\n",
            by: "latency=0\n\npeer.\n! queue\n! h264parse\n! fakesink\n",
            "h264parse would get what anybody on the network can send"),
    ]
}

@Suite("The rule that live media are never in the clear")
struct PipelineProtectionTests {
    private static let shipped = ShippedPipelines.files.filter { [.live, .view].contains($0.category) }
        .map(\.name)

    @Test("finds each way around protect and unprotect, says where it is and what to do", arguments: Hole.all)
    func holes(_ hole: Hole) throws {
        let file = try hole.file()
        let problems = PipelineProtection.findings(in: file).map { PipelineProblem($0, in: file) }
        #expect(problems.map(\.reason) == hole.problems)
        for problem in problems {
            #expect(problem.isError && !problem.remedy.isEmpty)
            // The problem's word occurs in the line that it names.
            #expect(problem.line.contains(problem.word) && !problem.word.isEmpty)
        }
        let all = PipelineCheck.check(file).filter(\.isError).map(\.reason)
        #expect(hole.problems.allSatisfy(all.contains))
    }

    @Test("makes the program refuse such a text, whatever folder it lies in", arguments: Hole.all)
    func refused(_ hole: Hole) throws {
        for category in [PipelineCategory.live, .capture, .still] {
            let file = try hole.file(category: category)
            let error = #expect(throws: PipelineError.self) { try file.makeLivePipeline() }
            #expect(error?.description.contains(hole.problems.last ?? "?") == true)
        }
    }

    @Test("has nothing against the shipped files", arguments: shipped)
    func sound(_ name: String) throws {
        let file = try PipelineLibrary(home: nil).find(name)
        #expect(PipelineProtection.findings(in: file) == [])
        _ = try file.makeLivePipeline()
    }

    @Test("has nothing against elements that only hand packets on")
    func carriers() throws {
        let send = try Hole("", in: "send-udp", "! udpsink name=media", by: "! netsim ! queue ! udpsink name=media")
            .file()
        let receive = try Hole("", in: "receive-tcp", "! rtpstreamdepay\n", by: "! queue ! rtpstreamdepay ! identity\n")
            .file()
        #expect(PipelineProtection.findings(in: send) == [])
        #expect(PipelineProtection.findings(in: receive) == [])
    }

    @Test(
        "is part of the contract: the check names what is missing",
        arguments: [("send-tcp", "protect"), ("receive-tcp", "unprotect")])
    func missing(_ pipeline: String, _ name: String) throws {
        let file = try Hole("", in: pipeline, "name=\(name)", by: "name=nobody").file()
        let reasons = PipelineCheck.check(file).map(\.reason)
        #expect(reasons.contains { $0.contains("a live pipeline needs an srtp") && $0.contains("\"\(name)\"") })
    }
}
