/** A first game that teaches: what is said step by step of a table that began as a lesson, and the choice that is meant. */
import { html } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { leadTo } from "../reach.js";
import { t } from "../words.js";

/** Where a lesson stands: its step `n` with what is said, and the option that is meant now; whoever goes `astray` is told so. Null where there is none. */
export function lessonNow({ table, view, unlearned }) {
  if (!table.lesson || !view.lesson || unlearned || view.over || view.seat === null) return null;
  const { step, meant } = view.lesson;
  const { steps } = table.lesson;
  return { n: step, text: steps[step], of: steps.length, meant: view.ask?.mine && view.ask.options.find((option) => option.id === meant), astray: step === null };
}

/** The region that the lesson speaks of, to be marked on the board. */
export const taught = (state) => {
  const target = lessonNow(state)?.meant?.target;
  return target?.type === "region" ? [target.id] : null;
};

export function Lesson({ state, now }) {
  const leave = () => state.set({ unlearned: true });
  return html`<aside class="guide lesson" aria-label=${state.table.lesson.name}><p role="status">${now.astray ? t("You have gone your own way: play on, or take back as far as you can.") : now.text}</p>
    <p class="row"><small>${state.table.lesson.name}${now.astray ? "" : ` · ${t("Step {n} of {all}", { n: now.n + 1, all: now.of })}`}</small>
      <button class="quiet" onClick=${leave}>${t("Leave the lesson and play on")}</button> <a class="quiet" href=${leadTo("/")}>${t("To the lobby")}</a></p></aside>`;
}

/** The lessons of some packs, in the lobby. */
export function Lessons({ packs, onBegin, busy }) {
  const lessons = packs.flatMap((pack) => pack.lessons.map((lesson) => ({ ...lesson, pack: pack.id })));
  if (!lessons.length) return null;
  return html`<ul class="lessons">${lessons.map((lesson) => html`<li key=${lesson.id}><${Icon} name="skilled" /><p><b>${lesson.name}</b> <span>${lesson.summary}</span></p>
    <button class="option" disabled=${busy} onClick=${() => onBegin(lesson)}>${t("Begin the lesson")}</button></li>`)}</ul>`;
}
