/** The game from its beginning: a slider, single steps, plots; and a table for analysis from any point. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "../words.js";
import { Plots } from "./plots.js";

const PACE = 700;

export function Replay({ state }) {
  const { replay } = state;
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || !replay) return undefined;
    if (replay.step >= replay.steps) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => goTo(state, replay.step + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, replay]);
  if (!replay) return null;
  const to = (step) => goTo(state, Math.min(Math.max(step, 0), replay.steps));
  const branch = async () => {
    const answer = await state.ask({ type: "branch", step: replay.step });
    if (answer) location.assign(`/table/${answer.table}`);
  };
  return html`<section class="replay" aria-label=${t("Replay")}>
    <p class="now">${replay.view?.log.entries.at(-1)?.text ?? t("The beginning")}</p>
    <div class="row">
      <button onClick=${() => to(replay.step - 1)} aria-label=${t("One step back")}>◂</button>
      <button onClick=${() => setPlaying(!playing)} aria-label=${playing ? t("Pause") : t("Play")}>${playing ? "❚❚" : "▶"}</button>
      <button onClick=${() => to(replay.step + 1)} aria-label=${t("One step on")}>▸</button>
      <input type="range" min="0" max=${replay.steps} value=${replay.step} aria-label=${t("Step")} onInput=${(event) => to(+event.target.value)} />
      <output>${replay.step} / ${replay.steps}</output>
    </div>
    <div class="row">
      <button class="quiet" onClick=${branch}>${t("Go on from here")}</button>
      <button class="quiet" onClick=${() => state.set({ plots: !state.plots })} aria-expanded=${Boolean(state.plots)}>${t("Plots")}</button>
      <button class="quiet" onClick=${() => state.set({ replay: null, plots: false })}>${t("Back to the game")}</button>
    </div>
    ${state.plots && html`<${Plots} state=${state} />`}
  </section>`;
}

/** Look at the table after so many choices. Of several requests in a row only the last one counts. */
export async function goTo(state, step) {
  const steps = state.replay?.steps ?? state.view.made;
  state.set({ replay: { view: state.replay?.view, step, steps } });
  const answer = await state.ask({ type: "replay", step });
  if (answer && state.replay?.step === step) state.set({ replay: { view: answer.view, step, steps: answer.steps } });
}
