// SPDX-License-Identifier: Apache-2.0

/** Received bytes that are not parsed yet. */
class Queue {
  #bytes = new Uint8Array(1 << 18);
  #start = 0;
  #end = 0;

  get length() { return this.#end - this.#start; }

  add(more) {
    if (this.#end + more.length > this.#bytes.length) {
      const kept = this.#bytes.subarray(this.#start, this.#end);
      const size = Math.max(this.#bytes.length, 2 * (kept.length + more.length));
      const roomy = size > this.#bytes.length ? new Uint8Array(size) : this.#bytes;
      roomy.set(kept);
      [this.#bytes, this.#start, this.#end] = [roomy, 0, kept.length];
    }
    this.#bytes.set(more, this.#end);
    this.#end += more.length;
  }

  /** Removes the first bytes and returns a copy of them. */
  take(count) {
    const taken = this.#bytes.slice(this.#start, this.#start + count);
    this.#start += count;
    return taken;
  }

  /** The number of bytes up to and including the first empty line; -1 if there is none yet. */
  headLength() {
    for (let index = this.#start; index + 3 < this.#end; index += 1) {
      if (this.#bytes[index] === 13 && this.#bytes[index + 1] === 10 && this.#bytes[index + 2] === 13 && this.#bytes[index + 3] === 10) {
        return index + 4 - this.#start;
      }
    }
    return -1;
  }
}

const mostHead = 4_096;
const mostBody = 64 << 20;

/**
 * The parts of a `multipart/x-mixed-replace` stream; each must have a Content-Length.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @yields {{fields: Map<string, string>, bytes: Uint8Array}} fields by lower-case name
 */
export async function* parts(stream) {
  const queue = new Queue();
  const reader = stream.getReader();
  const more = async () => {
    const {done, value} = await reader.read();
    if (!done) queue.add(value);
    return !done;
  };
  try {
    for (;;) {
      let length;
      while ((length = queue.headLength()) < 0 || length === 4) {
        // An empty line before a boundary does not end a head.
        if (length === 4) queue.take(2);
        else if (queue.length > mostHead || !(await more())) return;
      }
      const fields = new Map();
      for (const line of new TextDecoder('latin1').decode(queue.take(length)).split('\r\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      }
      const size = Number(fields.get('content-length'));
      if (!Number.isInteger(size) || size < 0 || size > mostBody) return;
      while (queue.length < size) if (!(await more())) return;
      yield {fields, bytes: queue.take(size)};
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
