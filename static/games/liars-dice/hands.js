// Hands on the table: dice with pips under a cup, or a serial ticket.

import { cog, h, icon, s, use, put } from "../../league/dom.js";
import { cup } from "./felt.js";
import { isPoker, seatAt, symbol } from "./story.js";

/** One die. @param {number} face @param {string} [extra] */
export const die = (face, extra = "") => use(`d${face}`, `die ${extra}`.trim());

/** One symbol of the mode, small: a die or a digit on a slip. @param {import("../../league/watch/state.js").Head} head @param {number} face */
export function token(head, face) {
  return isPoker(head) ? h("span.slip.num", null, String(face)) : die(face);
}

/** The engraved ground of a ticket. */
export function guilloche() {
  const lines = [];
  for (let k = 0; k < 6; k += 1) {
    const points = [];
    for (let i = 0; i <= 40; i += 1) {
      const y = 32 + (22 - 3 * k) * Math.sin((i / 40) * 4 * Math.PI + (k * Math.PI) / 3) * Math.cos((i / 40) * Math.PI + k / 2);
      points.push(`${i * 5} ${y.toFixed(1)}`);
    }
    lines.push(s("path", { d: `M${points.join("L")}` }));
  }
  return s("svg", { class: "ticket__g", viewBox: "0 0 200 64", preserveAspectRatio: "none", "aria-hidden": "true" }, ...lines);
}

/**
 * A hand. `first` is the number that the seat's first matching symbol takes in the count.
 * @param {import("../../league/watch/state.js").Head} head
 * @param {number} slot
 * @param {readonly number[]} hand
 * @param {{ shown: boolean, face: number | null, first: number }} look `face` is counted when set (the reveal)
 */
export function drawHand(head, slot, hand, look) {
  const { alias } = seatAt(head, slot);
  const poker = isPoker(head);
  const revealed = look.face !== null;
  const visible = look.shown || revealed;
  const symbols = poker ? [...hand] : [...hand].sort((a, b) => b - a);
  const names = symbols.join(poker ? " " : ", ");
  const label = !hand.length ? `${alias} holds nothing yet`
    : visible ? `${alias}’s ${poker ? "serial number" : "dice"}: ${names}.${revealed ? ` ${symbols.filter((one) => one === look.face).length} ${symbol(head, look.face ?? 0, 2)}.` : " Hidden from the other seats."}`
      : `${alias}’s ${poker ? "serial number" : "dice"}: hidden.`;
  const node = h(poker ? "div.hand.hand--ticket" : "div.hand", { role: "img", "aria-label": label });
  let k = look.first;
  const pieces = symbols.map((one) => {
    const hit = revealed && one === look.face;
    const piece = h(poker ? "span.dg" : "span.d", null, poker ? String(one) : die(one));
    if (revealed) piece.classList.add(hit ? "is-hit" : "is-miss");
    if (hit) {
      put(piece, "--k", k);
      piece.append(h("b.hit.num", null, String(k)));
      k += 1;
    }
    return piece;
  });
  if (poker) {
    node.append(h("div.ticket", null, guilloche(),
      h("span.ticket__t", null, cog(alias, "cog--s"), h("span", null, alias)),
      h("span.ticket__n.num", null, ...(visible ? pieces : symbols.map(() => h("span.dg.dg--hid", null, "•"))))));
  } else {
    const tray = h("div.dice", null, ...pieces);
    tray.dataset.size = symbols.length > 6 ? "many" : "few";
    if (hand.length) node.append(tray, cup());
  }
  if (hand.length && !revealed) node.append(h("span.veil", null, icon("eye-off")));
  return node;
}
