/** A first game that teaches: what is said step by step of a table that began as a lesson, and the choice that is meant. */
import { html } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { leadTo } from "../reach.js";
import { t } from "../words.js";

/** Where a lesson stands: its step `n`, counted by the choices that were made, the option that is meant now, and whether the reader has gone another way. Null where there is none. */
export function lessonNow({ table, view, unlearned }) {
  const steps = table.lesson?.steps;
  if (!steps || unlearned || view.over || view.seat === null) return null;
  let before = 0;
  let n = 0;
  while (n < steps.length - 1 && view.made >= before + steps[n].choose.length) {
    before += steps[n].choose.length;
    n += 1;
  }
  const meant = steps[n].choose[view.made - before];
  const offered = view.ask?.mine && view.ask.options.find((option) => option.id === meant);
  return { n, text: steps[n].text, of: steps.length, meant: offered || null, astray: meant !== undefined && !offered };
}

/** The region that the lesson speaks of, to be marked on the board. */
export const taught = (state) => {
  const target = lessonNow(state)?.meant?.target;
  return target?.type === "region" ? [target.id] : null;
};

export function Lesson({ state, now }) {
  const leave = () => state.set({ unlearned: true });
  return html`<aside class="guide lesson" aria-label=${state.table.lesson.name}><p role="status">${now.astray ? t("You have gone your own way. Take back, or just play on.") : now.text}</p>
    <p class="row"><small>${state.table.lesson.name} · ${t("Step {n} of {all}", { n: now.n + 1, all: now.of })}</small>
      <button class="quiet" onClick=${leave}>${t("Leave the lesson and play on")}</button> <a class="quiet" href=${leadTo("/")}>${t("To the lobby")}</a></p></aside>`;
}

/** The lessons of some packs, in the lobby. */
export function Lessons({ packs, onBegin, busy }) {
  const lessons = packs.flatMap((pack) => pack.lessons.map((lesson) => ({ ...lesson, pack: pack.id })));
  if (!lessons.length) return null;
  return html`<ul class="lessons">${lessons.map((lesson) => html`<li key=${lesson.id}><${Icon} name="skilled" /><p><b>${lesson.name}</b> <span>${lesson.summary}</span></p>
    <button class="option" disabled=${busy} onClick=${() => onBegin(lesson)}>${t("Begin the lesson")}</button></li>`)}</ul>`;
}
