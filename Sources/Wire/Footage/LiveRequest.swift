// SPDX-License-Identifier: Apache-2.0

/// How live video is sent.
package enum Transport: String, Codable, Sendable, CaseIterable {
    /// RTP over UDP with retransmission: lowest latency.
    case udp
    /// RTP over one TCP connection (RFC 4571): for networks that block UDP.
    case tcp
}

/// A recorder's request for live video: the body of `POST /v1/live`.
///
/// The recorder listens; the camera sends to the address that the request came from. The recorder creates new keys and SSRCs for
/// each session, so that no keystream is used twice.
package struct LiveRequest: Codable, Sendable, Equatable {
    /// How the video is sent.
    package var transport: Transport
    /// The recorder's port for media (UDP or TCP).
    @Within<Bounds.UsedPort, Int> package var mediaPort: Int
    /// The recorder's port for RTCP; unused over TCP.
    @Within<Bounds.Port, Int> package var controlPort: Int
    /// The SSRC of the media.
    package var ssrc: UInt32
    /// The SSRC of retransmissions.
    package var retransmissionSSRC: UInt32
    /// The first packet's sequence number, below 32768, so that losing the first packets does no harm (RFC 3711 section 3.3.1).
    @Within<Bounds.FirstPacket, Int> package var firstSequenceNumber: Int
    /// The jitter budget in milliseconds: how long the camera keeps packets for retransmission.
    @Within<Bounds.Latency, Int> package var latencyMilliseconds: Int
    /// How RTP and RTCP are protected in both directions: `aes-256-gcm` or `aes-128-gcm` (RFC 7714).
    package var cipher: String
    /// The master key and salt of the camera's packets, in base64.
    package var mediaKey: Confidential
    /// The SSRC of the recorder's RTCP; 0 over TCP.
    package var feedbackSSRC: UInt32
    /// The master key and salt of the recorder's packets, in base64; nil over TCP.
    package var feedbackKey: Confidential?
    /// The recording that the video is for, which has a hold of its own; without it, the camera holds its footage for the recorder
    /// from this session's first fragment on.
    package var recording: String?

    /// Requests live video.
    package init(
        transport: Transport, mediaPort: Int, controlPort: Int, ssrc: UInt32, retransmissionSSRC: UInt32,
        firstSequenceNumber: Int, latencyMilliseconds: Int, cipher: String, mediaKey: Confidential,
        feedbackSSRC: UInt32 = 0, feedbackKey: Confidential? = nil
    ) {
        (self.transport, self.mediaPort, self.controlPort) = (transport, mediaPort, controlPort)
        (self.ssrc, self.retransmissionSSRC) = (ssrc, retransmissionSSRC)
        self.firstSequenceNumber = firstSequenceNumber
        self.latencyMilliseconds = latencyMilliseconds
        (self.cipher, self.mediaKey) = (cipher, mediaKey)
        (self.feedbackSSRC, self.feedbackKey) = (feedbackSSRC, feedbackKey)
    }
}

/// An agreed live session: the answer of `POST /v1/live`.
package struct LiveSession: Codable, Sendable, Equatable {
    /// The session's id, for `DELETE /v1/live/{id}`.
    package var id: String
    /// The capture's epoch; a new epoch ends the session.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// The first fragment that begins after this answer.
    @Within<Bounds.Sequence, Int> package var nextSequence: Int
    /// `h264` or `jpeg`.
    package var codec: String
    /// The camera's port for RTCP from the recorder; 0 over TCP.
    @Within<Bounds.Port, Int> package var feedbackPort: Int
    /// The epoch's id; nil from cameras that keep no accounts.
    package var epochID: String?

    /// Describes a session.
    package init(id: String, epoch: Int, nextSequence: Int, codec: String, feedbackPort: Int) {
        (self.id, self.epoch, self.nextSequence) = (id, epoch, nextSequence)
        (self.codec, self.feedbackPort) = (codec, feedbackPort)
    }
}

/// The end of a live session: the answer of `DELETE /v1/live/{id}`.
package struct LiveEnd: Codable, Sendable, Equatable {
    /// The capture's epoch.
    @Within<Bounds.Epoch, Int> package var epoch: Int
    /// The fragment in progress at the end of the session; the camera still sends it.
    @Within<Bounds.Sequence, Int> package var lastSequence: Int
    /// The epoch's id; nil from cameras that keep no accounts.
    package var epochID: String?

    /// Names the last fragment.
    package init(epoch: Int, lastSequence: Int) {
        (self.epoch, self.lastSequence) = (epoch, lastSequence)
    }
}
