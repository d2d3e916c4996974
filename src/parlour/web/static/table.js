// A table on the page: shows what the server sends, and sends what is chosen. It knows no rules.

import { fly, look } from "./flights.js";
import { Line } from "./line.js";
import { morph, parse } from "./morph.js";

/** @typedef {import("./flights.js").Flight} Flight */
/** @typedef {{number: number, epoch?: string, html: Record<string, string>, log: string[], flights: Flight[]}} News */

const LINES = 200;
const NOTICE_MILLISECONDS = 6000;

/** @param {string} id */
function part(id) {
  return document.getElementById(id);
}

/** @param {string | undefined} text numbers with spaces between */
function numbers(text) {
  return (text ?? "").split(" ").filter(Boolean).map(Number);
}

export class Table {
  #line;
  #number;
  #epoch;
  /** @type {number | null} the seat that is covered no more although another one of this screen is asked */
  #stays = null;
  #covering = false;
  /** @type {number | null | undefined} where the server was asked to go over to */
  #going;
  /** @type {Map<string, Element[]>} */
  #chosen = new Map();
  /** @type {number | undefined} */
  #timer;
  #lost = false;
  #title = document.title;

  /** @param {HTMLElement} room the element around the table */
  constructor(room) {
    this.room = room;
    this.#number = room.dataset.number ?? "";
    this.#epoch = room.dataset.epoch ?? "";
    this.#line = new Line({
      heard: (message) => this.#hear(message),
      changed: (open) => this.#connected(open),
      address: () => this.#address(),
    });
    room.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    room.addEventListener("contextmenu", (event) => this.#explain(event));
    room.addEventListener("change", (event) => this.#changed(event));
    this.#settle();
    this.#line.connect();
  }

  /** @returns {number | null} the seat that is shown */
  get viewer() {
    const seat = part("table")?.dataset.viewer;
    return seat ? Number(seat) : null;
  }

  #address() {
    const address = new URL(this.room.dataset.socket ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("seat", `${this.viewer ?? "none"}`);
    address.searchParams.set("epoch", this.#epoch);
    address.searchParams.set("number", this.#number);
    return address.href;
  }

  /** @param {boolean} open */
  #connected(open) {
    if (!open && !this.#lost) this.#notice(this.room.dataset.lost ?? "", { stays: true });
    if (open && this.#lost) this.#notice(this.room.dataset.back ?? "");
    this.#lost = !open;
  }

  // What is heard.

  /** @param {any} message */
  #hear(message) {
    if ("refused" in message) this.#takeBack(message.refused, message.word);
    else if ("accepted" in message) this.#chosen.delete(message.accepted);
    else if ("number" in message) this.#show(message);
    else if (message.html) this.#replace(message.html);
    this.#settle();
  }

  /** @param {News} news */
  #show(news) {
    if (!news.epoch && news.number !== Number(this.#number) + 1) {
      this.#epoch = "";
      this.#line.connect();
      return;
    }
    if (news.epoch) this.#going = undefined;
    this.#epoch = news.epoch ?? this.#epoch;
    this.#number = `${news.number}`;
    const seen = look(this.room);
    this.#replace(news.html);
    this.#tell(news.log);
    this.#markCards();
    fly(seen, this.room, news.flights);
  }

  /** @param {Record<string, string>} html */
  #replace(html) {
    const inPrompt = part("prompt")?.contains(document.activeElement);
    for (const [id, fragment] of Object.entries(html)) {
      const old = part(id);
      if (old) morph(old, parse(fragment));
    }
    if (inPrompt && !part("prompt")?.contains(document.activeElement)) {
      /** @type {HTMLElement | null | undefined} */ (part("prompt")?.querySelector(".option, #question"))?.focus();
    }
  }

  /** @param {string[]} lines */
  #tell(lines) {
    const log = part("log");
    log?.append(...lines.map(parse));
    while (log && log.childElementCount > LINES) log.firstElementChild?.remove();
  }

  /**
   * @param {string} id
   * @param {string} word
   */
  #takeBack(id, word) {
    for (const element of this.#chosen.get(id) ?? []) element.classList.remove("chosen");
    this.#chosen.delete(id);
    this.#going = undefined;
    this.#notice(`${this.room.dataset.refused} ${word}`);
  }

  /**
   * @param {string} text
   * @param {{stays?: boolean}} [how]
   */
  #notice(text, { stays = false } = {}) {
    const notice = part("notice");
    if (!notice) return;
    clearTimeout(this.#timer);
    notice.textContent = text;
    notice.hidden = false;
    if (!stays) this.#timer = setTimeout(() => (notice.hidden = true), NOTICE_MILLISECONDS);
  }

  // What the server leaves to the page.

  /** After every change: cards that can be clicked, the window's seconds, whose screen it is. */
  #settle() {
    this.#markCards();
    const bar = part("window");
    bar?.style.setProperty("--seconds", `${bar.dataset.seconds}s`);
    for (const seat of this.room.querySelectorAll(".own-seats [data-look]")) {
      seat.setAttribute("aria-current", `${seat.id === `look-${this.viewer}`}`);
    }
    this.#handOver();
    document.title = (part("prompt")?.classList.contains("yours") ? "\u25cf " : "") + this.#title;
  }

  #markCards() {
    for (const card of this.room.querySelectorAll("[data-card][data-choice]")) card.removeAttribute("data-choice");
    for (const option of this.#options()) {
      for (const id of option.dataset.cards?.split(" ") ?? []) {
        part(id)?.setAttribute("data-choice", option.dataset.choice ?? "");
      }
    }
  }

  #options() {
    return /** @type {HTMLElement[]} */ ([...this.room.querySelectorAll(".option")]);
  }

  /** Where another seat of this screen is asked: take away what the one shown sees, and cover the screen. */
  #handOver() {
    const cover = part("cover");
    const asked = numbers(part("you")?.dataset.asked);
    if (!cover) return;
    const viewer = this.viewer;
    if (viewer !== null && asked.length && !asked.includes(viewer) && viewer !== this.#stays) this.#look(null);
    if (viewer !== null && asked.includes(viewer)) this.#stays = null;
    this.#coverUp(cover, viewer === null && (this.#covering || asked.length > 0));
  }

  /**
   * @param {HTMLElement} cover
   * @param {boolean} covered
   */
  #coverUp(cover, covered) {
    const was = !cover.hidden;
    cover.hidden = !covered;
    part("table")?.toggleAttribute("inert", covered);
    if (covered && !was) cover.querySelector("button")?.focus();
  }

  /** @param {number | null} seat */
  #look(seat) {
    if (seat === this.viewer || seat === this.#going) return;
    this.#going = seat;
    this.#line.ask({ do: "look", seat });
  }

  // What people do.

  /** @param {Event} event */
  #clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const button = target?.closest("[data-choice], [data-look]");
    if (!button) return;
    event.preventDefault();
    if (button.dataset.look) this.#goOver(Number(button.dataset.look), button);
    else this.#choose(button.dataset.choice ?? "");
  }

  /** @param {Event} event holding a card down, or its right button: what it says, also where a click would play it */
  #explain(event) {
    const card = event.target instanceof Element ? event.target.closest("[data-card]") : null;
    if (!(card instanceof HTMLElement)) return;
    event.preventDefault();
    part(`about-${card.dataset.card}`)?.showPopover();
  }

  /** @param {string} choice */
  #choose(choice) {
    const option = this.#options().find((each) => each.dataset.choice === choice);
    if (!option || option.classList.contains("chosen")) return;
    for (const other of this.room.querySelectorAll(".chosen")) other.classList.remove("chosen");
    const question = Number(option.dataset.question);
    const id = this.#line.ask({ do: "choose", seat: this.viewer, question, choice });
    const cards = (option.dataset.cards?.split(" ") ?? []).slice(0, 1).map(part);
    const marked = [option, ...cards].filter((each) => each !== null);
    for (const each of marked) each.classList.add("chosen");
    this.#chosen.set(id, marked);
  }

  /**
   * @param {number} seat
   * @param {HTMLElement} button
   */
  #goOver(seat, button) {
    const onCover = part("cover")?.contains(button) ?? false;
    this.#stays = button.dataset.back ? seat : null;
    this.#covering = !onCover;
    this.#look(onCover ? seat : null);
  }

  /** @param {Event} event */
  #changed(event) {
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || !select.dataset.step) return;
    this.#line.ask({ do: "stand", seat: this.viewer, step: select.dataset.step, choice: select.value });
  }
}
