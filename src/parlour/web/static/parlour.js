// What the pages do in a browser; each of them can be read without.

import { Table } from "./table.js";

const room = document.getElementById("room");
if (room) new Table(room);

addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (rel && !event.altKey && !event.ctrlKey && !event.metaKey) {
    /** @type {HTMLAnchorElement | null} */ (document.querySelector(`a[rel=${rel}]`))?.click();
  }
});

for (const time of document.querySelectorAll("time")) {
  const when = new Date(time.dateTime);
  time.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

/** @type {NodeListOf<HTMLInputElement>} */
const names = document.querySelectorAll(".game input[name=name]");
for (const name of names) {
  name.addEventListener("input", () => names.forEach((other) => (other.value = name.value)));
}
