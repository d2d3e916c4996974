// Makes elements like new ones while keeping those that are there, with their focus, scroll, selection and animations.

/**
 * @param {string} html one element
 * @returns {Element}
 */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  if (!element) throw new Error("a fragment without an element");
  return element;
}

/**
 * @param {Element} old what is there
 * @param {Element} fresh what it shall be like; its parts may be taken
 * @returns {void}
 */
export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return;
  }
  copyAttributes(old, fresh);
  copyChildren(old, fresh);
  if (old instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement && old !== document.activeElement) {
    old.value = fresh.value;
  }
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function copyAttributes(old, fresh) {
  const kept = old instanceof HTMLDetailsElement ? "open" : "";
  for (const { name } of [...old.attributes]) {
    if (name !== kept && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function copyChildren(old, fresh) {
  const known = new Map([...old.children].map((child) => [keyOf(child), child]));
  /** @type {ChildNode | null} */
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const match = matching(child, next, known);
    if (!match) {
      old.insertBefore(child, next);
      continue;
    }
    if (match === next) next = next.nextSibling;
    else move(old, match, next);
    if (match instanceof Element && child instanceof Element) morph(match, child);
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
  while (next) {
    const rest = next.nextSibling;
    next.remove();
    next = rest;
  }
}

/**
 * The child that is there for a new one: the one with its key, or else the next one if it is alike and has no key.
 *
 * @param {ChildNode} child
 * @param {ChildNode | null} next
 * @param {Map<string, Element>} known
 * @returns {ChildNode | null}
 */
function matching(child, next, known) {
  const key = child instanceof Element ? keyOf(child) : "";
  if (key) {
    const found = known.get(key) ?? null;
    return found?.nodeName === child.nodeName ? found : null;
  }
  return next?.nodeName === child.nodeName && !(next instanceof Element && keyOf(next)) ? next : null;
}

/**
 * The id of an element, or of the one that it only wraps.
 *
 * @param {Element} element
 */
function keyOf(element) {
  return element.id || (element.childElementCount === 1 && element.firstElementChild?.id) || "";
}

/**
 * @param {Element & {moveBefore?: (node: Node, next: Node | null) => void}} parent
 * @param {ChildNode} child
 * @param {ChildNode | null} next
 */
function move(parent, child, next) {
  if (parent.moveBefore && parent.isConnected) parent.moveBefore(child, next);
  else parent.insertBefore(child, next);
}
