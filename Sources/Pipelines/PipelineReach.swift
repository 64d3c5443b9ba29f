// SPDX-License-Identifier: Apache-2.0

/// The elements that reach outside of the pipeline, which an owner should check in a text from somewhere else.
enum PipelineReach {
    private static let files: Set = [
        "filesrc", "filesink", "multifilesrc", "multifilesink", "splitfilesrc", "splitmuxsink", "splitmuxsrc",
        "pushfilesrc", "imagesequencesrc", "giosrc", "giosink", "hlssink", "hlssink2", "fdsrc", "fdsink",
    ]
    private static let addresses: Set = [
        "souphttpsrc", "souphttpclientsink", "curlhttpsrc", "curlhttpsink", "rtspsrc", "rtmpsrc", "rtmpsink",
        "rtmp2src",
        "rtmp2sink", "srtsrc", "srtsink", "uridecodebin", "uridecodebin3", "urisourcebin", "playbin", "playbin3",
        "webrtcbin", "whipsink", "tcpclientsrc", "tcpserversink", "shmsrc", "shmsink", "curlftpsink", "curlsftpsink",
        "curlsmtpsink", "multisocketsink", "multifdsink", "socketsrc", "rtspclientsink", "ristsrc", "ristsink",
        "srtclientsrc", "srtserversrc", "srtclientsink", "srtserversink", "hlsdemux", "dashdemux", "mssdemux",
        "hlsdemux2", "dashdemux2", "mssdemux2", "rtpsrc", "rtpsink", "sdpsrc", "ipcpipelinesrc", "ipcpipelinesink",
        "pipewiresrc", "pipewiresink", "pulsesrc", "pulsesink", "ximagesrc", "waylandsink", "neonhttpsrc",
    ]
    private static let network: Set = ["udpsrc", "udpsink", "tcpclientsink", "tcpserversrc", "multiudpsink"]

    /// What an element accesses, as the end of a sentence; nil if it accesses nothing outside.
    static func description(of factory: String, in category: PipelineCategory) -> String? {
        if category == .view, factory == "webrtcbin" { return nil }
        if files.contains(factory) { return "reads or writes files of this machine" }
        if addresses.contains(factory) { return "talks to other programs or machines" }
        if network.contains(factory), category != .live { return "talks to the network" }
        return nil
    }
}
