/** The game from its beginning: by rounds, turns, conquests and single choices; plots; and a table for analysis from any point. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Icon } from "../brand.js";
import { leadTo } from "../reach.js";
import { t } from "../words.js";
import { did } from "./guide.js";
import { roundOf } from "./model.js";
import { Plots } from "./plots.js";

const PACE = 700;

/** Where the game can be looked at: after each round, each turn, each act of one. */
function stopsOf(story, steps) {
  const rounds = story.filter((turn, i) => turn.round !== story[i - 1]?.round).map((turn) => turn.from);
  const turns = story.map((turn) => turn.from);
  const acts = [...new Set(story.flatMap((turn) => [turn.from, ...turn.acts.map((act) => act.made)]))];
  return { rounds: [...rounds, steps], turns: [...turns, steps], acts: [...acts, steps] };
}

const before = (stops, step) => stops.findLast((stop) => stop < step) ?? 0;
const after = (stops, step) => stops.find((stop) => stop > step) ?? stops.at(-1);

export function Replay({ state }) {
  const { replay } = state;
  const [playing, setPlaying] = useState(false);
  const [story, setStory] = useState([]);
  const open = Boolean(replay);
  useEffect(() => {
    if (open) state.ask({ type: "story" }).then((answer) => answer && setStory(answer.story));
  }, [open, state.view.made]);
  useEffect(() => {
    if (!playing || !replay) return undefined;
    if (replay.step >= replay.steps) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => goTo(state, after(stopsOf(story, replay.steps).acts, replay.step)), PACE);
    return () => clearTimeout(timer);
  }, [playing, replay?.step, replay?.view]);
  if (!replay) return null;
  const stops = stopsOf(story, replay.steps);
  const to = (step) => goTo(state, Math.min(Math.max(step, 0), replay.steps));
  const branch = async () => {
    const answer = await state.ask({ type: "branch", step: replay.step });
    if (answer) location.assign(leadTo(`/table/${answer.table}`));
  };
  const jump = (sign, said, step) => html`<button onClick=${() => to(step)} aria-label=${said} title=${said}><${Icon} name=${sign} /></button>`;
  return html`<section class="replay" aria-label=${t("Replay")}>
    <p class="now">${replay.view?.log.entries.at(-1)?.text ?? t("The beginning")}</p>
    <div class="row">
      ${jump("first", t("One round back"), before(stops.rounds, replay.step))}${jump("skipback", t("One turn back"), before(stops.turns, replay.step))}${jump("back", t("One step back"), before(stops.acts, replay.step))}
      <button onClick=${() => setPlaying(!playing)} aria-label=${playing ? t("Pause") : t("Play")}><${Icon} name=${playing ? "pause" : "play"} /></button>
      ${jump("on", t("One step on"), after(stops.acts, replay.step))}${jump("skipon", t("One turn on"), after(stops.turns, replay.step))}${jump("last", t("One round on"), after(stops.rounds, replay.step))}
      <input type="range" min="0" max=${replay.steps} value=${replay.step} aria-label=${t("Step")} onInput=${(event) => to(+event.target.value)} />
      <output>${roundOf(replay.view ?? state.view)} · ${replay.step} / ${replay.steps}</output>
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
  did("look");
  const steps = state.replay?.steps ?? state.view.made;
  state.set({ replay: { view: state.replay?.view, step, steps }, told: null });
  const answer = await state.ask({ type: "replay", step });
  if (answer && state.replay?.step === step) state.set({ replay: { view: answer.view, step, steps: answer.steps } });
}
