// SPDX-License-Identifier: Apache-2.0
import {Problem, request} from './api.js';
import {make} from './dom.js';
import {texts} from './texts.js';

/** The timeout for the first decoded picture, in milliseconds. */
const patience = 4_000;
/** A connection is dead after these milliseconds without a picture, but not before four mean intervals of pictures. */
const silence = 700;

/** Whether this browser can receive H.264 and identify the shown frame. */
export function canWhep() {
  return typeof RTCPeerConnection === 'function' && 'requestVideoFrameCallback' in HTMLVideoElement.prototype
    && wanted().some((codec) => codec.mimeType.toLowerCase() === 'video/h264');
}

function wanted() {
  const codecs = globalThis.RTCRtpReceiver?.getCapabilities?.('video')?.codecs ?? [];
  return codecs.filter((codec) => /^video\/(h264|rtx)$/i.test(codec.mimeType));
}

/** Tells the node that this browser will soon watch: the node prepares, and the first picture comes sooner. */
export function expectWhep(where) {
  if (canWhep()) request(where, {method: 'OPTIONS'}).catch(() => {});
}

/** Live video by WebRTC, negotiated with one request (WHEP). */
export class WhepConnection {
  video = make('video.picture', {muted: true, autoplay: true, playsInline: true, disablePictureInPicture: true, 'aria-label': texts.views.live});
  #connection = new RTCPeerConnection();
  #resource = null;
  #last = performance.now();
  /** The running mean of the time between pictures, in milliseconds. */
  #interval = 0;
  #isOver = false;
  #spent = {frames: 0, seconds: 0};
  #end;
  #timer;
  /** A page that is reloaded or left must not keep a place among the viewers. */
  #leave = () => this.close();
  /** Resolves when the connection is closed. */
  ended = new Promise((resolve) => { this.#end = resolve; });

  /**
   * Connects; resolves with the first decoded picture.
   *
   * @param {(metadata: VideoFrameCallbackMetadata) => void} onframe called for each picture when it is shown
   */
  static async open(where, onframe, signal) {
    const made = new WhepConnection();
    try {
      await made.#connect(where, onframe, signal);
      return made;
    } catch (error) {
      made.close();
      throw error;
    }
  }

  async #connect(where, onframe, signal) {
    expectWhep(where);
    globalThis.addEventListener?.('pagehide', this.#leave);
    const connection = this.#connection;
    const transceiver = connection.addTransceiver('video', {direction: 'recvonly'});
    transceiver.setCodecPreferences?.(wanted());
    connection.addEventListener('track', (event) => {
      if ('jitterBufferTarget' in event.receiver) event.receiver.jitterBufferTarget = 0;
      this.video.srcObject = new MediaStream([event.track]);
      this.video.play().catch(() => {});
    });
    connection.addEventListener('connectionstatechange', () => {
      if (['failed', 'closed'].includes(connection.connectionState)) this.close();
    });
    // Without candidates, which take a browser 0.1 s: it reaches the node, and the node answers where it was asked from.
    await connection.setLocalDescription(await connection.createOffer());
    const answer = await request(where, {
      method: 'POST', body: connection.localDescription.sdp, headers: {'Content-Type': 'application/sdp'}, signal, within: 10_000,
    });
    this.#resource = answer.headers.get('Location');
    await connection.setRemoteDescription({type: 'answer', sdp: await answer.text()});
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Problem(0, 'silent', texts.live.noPicture)), patience);
      signal?.addEventListener('abort', () => { clearTimeout(late); reject(signal.reason); }, {once: true});
      const next = (_, metadata) => {
        clearTimeout(late);
        if (this.#isOver) return;
        const now = performance.now();
        this.#interval += (now - this.#last - this.#interval) / 8;
        this.#last = now;
        this.video.requestVideoFrameCallback(next);
        onframe(metadata);
        resolve();
      };
      this.video.requestVideoFrameCallback(next);
    });
    this.#timer = setInterval(() => {
      // A hidden page is shown no pictures.
      if (document.hidden) this.#last = performance.now();
      if (performance.now() - this.#last > Math.max(silence, 4 * this.#interval)) this.close();
    }, 150);
  }

  /**
   * The approximate delay of pictures from the node to the screen, in milliseconds: half a round trip, and the mean time for
   * buffering and decoding since the last call. NaN while unknown.
   */
  async delay() {
    let [trip, work] = [NaN, NaN];
    for (const one of (await this.#connection.getStats()).values()) {
      if (one.type === 'candidate-pair' && one.nominated) trip = one.currentRoundTripTime ?? NaN;
      if (one.type === 'inbound-rtp' && one.kind === 'video') {
        const [frames, spent] = [one.framesDecoded ?? 0, one.totalProcessingDelay ?? NaN];
        work = (spent - this.#spent.seconds) / (frames - this.#spent.frames);
        this.#spent = {frames, seconds: spent};
      }
    }
    return (trip / 2 + work) * 1_000;
  }

  close() {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    globalThis.removeEventListener?.('pagehide', this.#leave);
    this.#connection.close();
    if (this.#resource) fetch(this.#resource, {method: 'DELETE', keepalive: true}).catch(() => {});
    this.#end();
  }
}
