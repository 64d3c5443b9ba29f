// SPDX-License-Identifier: Apache-2.0
import Media

/// Chromium's SDP offer to watch, shortened.
enum Offers {
    static let chromium = """
        v=0
        o=- 4611731400430051336 2 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0
        a=extmap-allow-mixed
        a=msid-semantic: WMS
        m=video 9 UDP/TLS/RTP/SAVPF 96 97 39 40 102 103 104 105 106 107 112 113
        c=IN IP4 0.0.0.0
        a=rtcp:9 IN IP4 0.0.0.0
        a=candidate:1 1 udp 2113937151 5f0c7a5e-0000-4000-8000-000000000000.local 40000 typ host generation 0
        a=candidate:2 1 udp 2113937151 192.0.2.7 40001 typ host generation 0 network-cost 999
        a=candidate:3 1 tcp 1518280447 192.0.2.7 9 typ host tcptype active generation 0
        a=ice-ufrag:tXgB
        a=ice-pwd:Vd5AvbHlzsqFdMUFCWsKjzUY
        a=ice-options:trickle
        a=fingerprint:sha-256 7B:8B:F0:65:5F:78:E2:51:3B:AC:6F:F3:3F:46:1B:35:DC:B8:5F:64:1A:24:C2:43:F0:A1:58:D0:A1:2C:19:08
        a=setup:actpass
        a=mid:0
        a=extmap:1 urn:ietf:params:rtp-hdrext:toffset
        a=recvonly
        a=rtcp-mux
        a=rtcp-rsize
        a=rtpmap:96 VP8/90000
        a=rtcp-fb:96 nack
        a=rtpmap:97 rtx/90000
        a=fmtp:97 apt=96
        a=rtpmap:39 H264/90000
        a=fmtp:39 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f
        a=rtpmap:40 rtx/90000
        a=fmtp:40 apt=39
        a=rtpmap:102 H264/90000
        a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f
        a=rtpmap:103 rtx/90000
        a=fmtp:103 apt=102
        a=rtpmap:104 H264/90000
        a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=64001f
        a=rtpmap:105 rtx/90000
        a=fmtp:105 apt=104
        a=rtpmap:106 H264/90000
        a=fmtp:106 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
        a=rtpmap:107 rtx/90000
        a=fmtp:107 apt=106
        a=rtpmap:112 H264/90000
        a=fmtp:112 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f
        a=rtpmap:113 rtx/90000
        a=fmtp:113 apt=112

        """.replacing("\n", with: "\r\n")

    /// An offer that includes audio, like those of players.
    static let withAudio = chromium.replacing(
        "m=video",
        with: "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:1\r\na=recvonly\r\na=rtpmap:111 opus/48000/2\r\nm=video")

    /// The format of a 320x240 stream with this profile.
    static func format(profile: UInt8) throws -> VideoFormat {
        let baseline: [UInt8] = [0x67, 0x42, 0xC0, 0x0D, 0xDA, 0x05, 0x07, 0xE4]
        let high: [UInt8] = [0x67, 0x64, 0x00, 0x0D, 0xAC, 0xB4, 0x0A, 0x0F, 0xC8]
        return try .h264(ParameterSets(sequence: [profile == 0x64 ? high : baseline], picture: [[0x68, 0xCE]]))
    }
}
