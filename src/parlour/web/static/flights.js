// Cards fly from where the eye last saw them to where they are now; cards that nobody may see fly from zone to zone.

/** @typedef {{zone: string, to: string, count: number, cards: string[]}} Flight */
/** @typedef {Map<string, DOMRect>} Seen where cards were, by the ids of their elements: zone, kind and number */

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
  return new Map(cardsIn(root).map((card) => [card.id, card.getBoundingClientRect()]));
}

/**
 * Let all that has moved fly to its place.
 *
 * @param {Seen} seen where the cards were
 * @param {ParentNode} root
 * @param {Flight[]} flights what moved, in order
 */
export function fly(seen, root, flights) {
  if (still.matches || document.hidden) return;
  const cards = cardsIn(root);
  const gone = new Map(seen);
  for (const card of cards) gone.delete(card.id);
  for (const card of cards) {
    const from = seen.get(card.id) ?? origin(card.id, gone, flights);
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

/** @param {string} zone */
function zoneId(zone) {
  return `zone-${zone.replace(".", "-")}`;
}

/**
 * Where a card that was not there before comes from, if that was told: back along its flights to where it was seen.
 *
 * @param {string} id
 * @param {Seen} gone the cards that are no longer where they were
 * @param {Flight[]} flights
 * @returns {DOMRect | undefined}
 */
function origin(id, gone, flights) {
  const [zone, kind] = id.split(".");
  const last = flights.findLastIndex((flight) => zoneId(flight.to) === zone && flight.cards.includes(kind ?? ""));
  const flight = flights[last];
  if (!flight) return undefined;
  const before = `${zoneId(flight.zone)}.${kind}.`;
  const found = [...gone.keys()].find((each) => each.startsWith(before));
  if (!found) return origin(before, gone, flights.slice(0, last)) ?? placeOf(flight.zone);
  const rect = gone.get(found);
  gone.delete(found);
  return rect;
}

/**
 * The middle of a zone, or of the seat that it belongs to while it is not shown.
 *
 * @param {string} name
 */
function placeOf(name) {
  const zone = document.getElementById(zoneId(name));
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
