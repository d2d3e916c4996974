// The line to the server: it comes back by itself, and what was not acknowledged is sent again.

/**
 * @typedef {Record<string, unknown> & {id: string}} Asked
 * @typedef {{heard: (message: any) => void, changed: (open: boolean) => void, address: () => string}} Ends
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 15000;
const SESSION_ENDED = 4401;

/** Something that nobody else has made up; `crypto.randomUUID` is missing on pages that came over plain HTTP. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Asked>} */
  #unanswered = new Map();
  #wait = FIRST_WAIT;
  /** @type {number | undefined} */
  #timer;

  /** @param {Ends} ends who hears, who is told that the line is open or lost, and the address to call */
  constructor(ends) {
    this.ends = ends;
    addEventListener("online", () => this.connect());
    addEventListener("pagehide", () => this.#drop());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
  }

  /** Call the server anew. */
  connect() {
    this.#drop();
    const socket = new WebSocket(this.ends.address());
    this.#socket = socket;
    socket.onopen = () => {
      this.ends.changed(true);
      for (const asked of this.#unanswered.values()) socket.send(JSON.stringify(asked));
    };
    socket.onmessage = (event) => {
      this.#wait = FIRST_WAIT;
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (event.code === SESSION_ENDED) location.reload();
      else this.#later();
    };
  }

  /**
   * Ask for something, now or when the line is back.
   *
   * @param {Record<string, unknown>} what
   * @returns {string} its id
   */
  ask(what) {
    const asked = { ...what, id: newId() };
    this.#unanswered.set(asked.id, asked);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(asked));
    return asked.id;
  }

  /** @param {any} message */
  #hear(message) {
    this.#unanswered.delete(message.accepted ?? message.refused);
    this.ends.heard(message);
  }

  #later() {
    this.ends.changed(false);
    this.#timer = setTimeout(() => this.connect(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #drop() {
    clearTimeout(this.#timer);
    if (!this.#socket) return;
    this.#socket.onclose = this.#socket.onmessage = this.#socket.onopen = null;
    this.#socket.close();
    this.#socket = null;
  }
}
