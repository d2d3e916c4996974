// Cards fly from where the eye last saw them to where they are now; cards that nobody may see fly from zone to zone.

/**
 * @typedef {{zone: string, to: string, count: number, cards: string[]}} Flight
 * @typedef {{rects: Map<string, DOMRect>, kinds: Map<string, DOMRect[]>}} Seen
 */

const MILLISECONDS = 450;
const EASING = "cubic-bezier(.2, .7, .2, 1)";
const MOST = 5;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Where the cards are to the eye, also those that are flying.
 *
 * @param {ParentNode} root
 * @returns {Seen}
 */
export function look(root) {
  const rects = new Map();
  for (const card of cardsIn(root)) rects.set(card.id, card.getBoundingClientRect());
  return { rects, kinds: new Map() };
}

/**
 * Let all that has moved fly to its place.
 *
 * @param {Seen} seen where the cards were
 * @param {ParentNode} root
 * @param {Flight[]} flights what moved
 */
export function fly(seen, root, flights) {
  if (still.matches || document.hidden) return;
  const cards = cardsIn(root);
  const here = new Set(cards.map((card) => card.id));
  for (const [id, rect] of seen.rects) {
    if (!here.has(id)) remember(seen, kindOf(id), rect);
  }
  for (const card of cards) {
    const from = seen.rects.get(card.id) ?? seen.kinds.get(kindOf(card.id))?.shift() ?? origin(card, flights);
    if (from) flyFrom(card, from);
  }
  for (const flight of flights) {
    if (!flight.cards.length) flyUnknown(flight);
  }
}

/** @param {ParentNode} root */
function cardsIn(root) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-card]")]).filter((card) => card.checkVisibility());
}

/** @param {string} id of a card's element: zone, kind and number */
function kindOf(id) {
  return id.split(".")[1] ?? "";
}

/**
 * @param {Seen} seen
 * @param {string} kind
 * @param {DOMRect} rect
 */
function remember(seen, kind, rect) {
  seen.kinds.set(kind, [...(seen.kinds.get(kind) ?? []), rect]);
}

/** @param {string} zone */
function zoneElement(zone) {
  return document.getElementById(`zone-${zone.replace(".", "-")}`);
}

/**
 * Where a card that was not seen before comes from, if that was told.
 *
 * @param {HTMLElement} card
 * @param {Flight[]} flights
 */
function origin(card, flights) {
  const kind = kindOf(card.id);
  const zone = card.closest(".zone");
  const flight = flights.find((each) => zoneElement(each.to) === zone && each.cards.includes(kind));
  return flight ? placeOf(flight.zone) : undefined;
}

/**
 * The middle of a zone, or of the seat that it belongs to while it is not shown.
 *
 * @param {string} name
 */
function placeOf(name) {
  const zone = zoneElement(name);
  const shown = zone?.checkVisibility() ? zone.querySelector(".count") ?? zone : zone?.closest(".place");
  return shown?.getBoundingClientRect();
}

/**
 * @param {HTMLElement} card
 * @param {DOMRect} from
 */
function flyFrom(card, from) {
  for (const flight of card.getAnimations()) if (flight.id === "flight") flight.cancel();
  const to = card.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(x, y) < 2) return;
  card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], {
    id: "flight",
    duration: MILLISECONDS,
    easing: EASING,
  });
}

/** @param {Flight} flight */
function flyUnknown(flight) {
  const from = placeOf(flight.zone);
  const to = placeOf(flight.to);
  if (!from || !to) return;
  for (let number = 0; number < Math.min(flight.count, MOST); number++) {
    const back = document.createElement("span");
    back.className = "back";
    back.ariaHidden = "true";
    document.body.append(back);
    const ends = [from, to].map((end) => ({
      transform: `translate(${end.left + end.width / 2 + 4 * number}px, ${end.top + end.height / 2}px)`,
    }));
    const animation = back.animate(ends, { duration: MILLISECONDS, delay: 60 * number, easing: EASING, fill: "backwards" });
    animation.onfinish = animation.oncancel = () => back.remove();
  }
}
