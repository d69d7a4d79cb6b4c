/** A table as the page knows it: the last messages of each type, what is looked at, and what can be done. */
import { call } from "./call.js";
import { Connection } from "./connection.js";
import { language, settings } from "../settings.js";
import { sitDown } from "../server.js";
import { sound, tone } from "../sound.js";
import { t, useNouns } from "../words.js";
import { standsWhy } from "./brings.js";
import { did } from "./guide.js";
import { isPlacing, seatName } from "./model.js";
import { momentsBetween, queued } from "./moments.js";
import { goesOn, spokenOf } from "./story.js";
import { THERE, saidBy } from "./talk.js";

const STEP = 420;
const HURRY = 60;
/** So long a bot may think before those who hear the page are told that it does. */
const SILENCE = 1500;
/** So long a press waits for what it would do; then it is asked for once more. */
const PATIENCE = 3000;

export class TableState {
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    this.table = this.seats = this.view = this.before = null;
    this.link = "opening";
    this.talk = [];
    this.heardTo = null;
    this.queue = [];
    this.acting = null;
    this.answers = new Map();
    this.unlearned = false;
    this.moments = [];
    this.rolled = null;
    this.clear();
    this.connection = new Connection(id, (message) => this.heard(message), (link, code) => this.linked(link, code));
  }

  /** Is what was done at this position still under way? The next position may be here before the answer is. */
  get busy() {
    return this.acting !== null && this.acting === this.view?.made;
  }

  /** What the page shows: how the table stands, stood, or would stand. */
  get shown() {
    return this.replay?.view ?? this.preview?.view ?? this.view;
  }

  /** Forget what was begun: a new position, new questions. */
  clear() {
    this.selected = null;
    this.byKeys = false;
    // A pointer that rests where something was pressed sees the board, until it comes to another region.
    if (!document.querySelector("svg.board :focus-visible")) this.pointed = null;
    this.amounts = {};
    this.single = false;
    this.preview = null;
    this.marked = null;
    this.sure = null;
    this.told = null;
    this.brings = null;
    this.advice = null;
    this.answers.clear();
  }

  set(some) {
    Object.assign(this, some);
    this.redraw();
  }

  linked(link, code) {
    if (link !== "open") this.queue = [];
    this.set({ link, code });
  }

  heard(message) {
    if (message.type === "view") this.see(message);
    else if (message.type === "seats") this.seat(message);
    else if (message.type === "table") {
      useNouns(message.nouns);
      this.set({ table: message });
    }
    else if (message.type === "talk") this.hear(message.said);
    else if (message.type === "moved") this.set({ moved: message.table });
    else if (message.type === "error") this.say(message.text);
  }

  /** What was said at the table: what is new is shown, but for one's own; and whoever is called hears it. */
  hear(talk) {
    const fresh = this.heardTo === null ? [] : talk.filter(({ n, player }) => n > this.heardTo && player !== this.view?.seat);
    this.set({ talk, heardTo: talk.at(-1)?.n ?? 0 });
    if (!fresh.length) return;
    this.say(saidBy(this, fresh.at(-1)));
    if (!this.view?.ask?.mine || !fresh.some(({ sign }) => sign === THERE)) return;
    tone();
    call(this.id, this.table.title, saidBy(this, fresh.at(-1)));
  }

  /** Who sits where now; a link that was renewed is said. */
  seat(seats) {
    const before = this.seats?.seats;
    const renewed = seats.seats.filter((seat) => before && seat.renewed > before[seat.player].renewed);
    this.set({ seats });
    for (const { player } of renewed) this.say(t("The host has renewed the link of {name}; the old one has ended.", { name: seatName(seats, player) }));
  }

  /** Sit down where nobody sits, as the host. */
  async sit(seat) {
    this.say(await sitDown(this.id, seat.link.split("#")[1]));
  }

  /** Views of what others do are shown one after the other, so that they can be followed. */
  see(view) {
    const wait = settings.motion && this.view && !this.busy && !document.hidden && view.made > this.view.made;
    if (!wait && !this.queue.length) {
      this.show(view);
      return;
    }
    this.queue.push(view);
    if (this.queue.length === 1) this.timer = setTimeout(() => this.drain(), HURRY);
  }

  drain() {
    const view = this.queue.shift();
    if (view) this.show(view);
    if (this.queue.length) this.timer = setTimeout(() => this.drain(), this.queue.length > 6 ? HURRY : STEP);
  }

  show(view) {
    const news = !this.view || view.made !== this.view.made || view.seat !== this.view.seat;
    if (news) this.clear();
    this.before = news && this.view?.seat === view.seat ? this.view : null;
    const moments = this.before && view.made > this.before.made ? momentsBetween({ ...this, view }, this.before, view) : [];
    this.keep(view, moments);
    this.set({ view });
    const told = this.before ? [...moments.filter((one) => one.kind !== "income" && (one.chance || one.kind !== "takes")).map((one) => one.text), ...this.sinceBefore()] : [];
    if (news && view.ask?.mine && !isPlacing(this)) this.weigh();
    if (news && view.ask?.mine) told.push(view.status);
    if (told.length) announce(told.join(". "));
    clearTimeout(this.pondering);
    if (view.thinking) this.pondering = setTimeout(() => announce(thinks(this)), SILENCE);
    if (this.before) sound(this.before, view);
    if (this.before && view.ask?.mine && this.before.ask?.player !== view.ask.player) call(this.id, this.table.title, view.status);
  }

  /** Moments wait for each other; whoever chose has seen what is brief. A face that was rolled stays until the next thing happens. */
  keep(view, moments) {
    const waiting = this.busy ? this.moments.filter((one) => one.chance) : this.moments;
    this.moments = this.before ? queued(waiting, moments) : [];
    if (this.view?.made !== view.made) this.rolled = null;
    this.rolled = moments.findLast((one) => one.kind === "roll") ?? this.rolled;
  }

  /** The turns of others that have ended since the view before, in words. */
  sinceBefore() {
    const { view, before } = this;
    return view.story.filter((turn) => turn.to > before.made && turn.player !== view.seat && !goesOn(view, turn)).map((turn) => spokenOf(this, turn));
  }

  say(text) {
    if (!text) return;
    this.set({ toast: text });
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.set({ toast: "" }), 6000);
  }

  /** Ask the server; what it refuses is said, and answered by null. */
  async ask(message) {
    try {
      return await this.connection.ask(message);
    } catch (error) {
      this.say(error.code === "lost" ? t("The connection is lost; reconnecting…") : error.message);
      return null;
    }
  }

  async act(message) {
    const { made } = this.view;
    this.acting = made;
    const answer = await this.ask({ made, ...message });
    if (this.acting === made) this.set({ acting: null });
    return answer;
  }

  /** Find out what the options would do, once for a position. */
  async weigh() {
    const { made } = this.view;
    const { brings } = await this.remembered("brings", { type: "brings", made });
    if (brings && this.view.made === made && !this.brings) this.set({ brings });
  }

  /** What a bot would do here. */
  async advise() {
    const { made } = this.view;
    const { advice, error } = await this.remembered("advice", { type: "advice", made });
    if (this.view.made !== made) return;
    if (error) this.say(error);
    else this.set({ advice });
  }

  /** A press on an option. What cannot be taken back waits for a second one. */
  async press(option) {
    const { made } = this.view;
    if (this.sure !== option.id) {
      await Promise.race([this.weigh(), new Promise((over) => setTimeout(over, PATIENCE))]);
      if (this.view.made !== made) return;
      if (standsWhy(this, option)) {
        this.set({ sure: option.id, selected: option.target?.type === "region" ? option.target.id : this.selected });
        return;
      }
    }
    this.choose(option);
  }

  choose(option) {
    did("choose", option.target?.type, this.sure === option.id && "confirm", this.brings?.[option.id]?.chance && "risk");
    return this.act({ type: "choose", option: option.id });
  }

  async place() {
    did("place");
    if (!(await this.act({ type: "place", amounts: this.amounts }))) this.set({ single: true, amounts: {} });
  }

  leave() {
    did("place");
    return this.act({ type: "leave", rest: null });
  }

  undo = () => this.act({ type: "undo" });
  redo = () => this.act({ type: "redo" });

  /** Ctrl+Z takes back, Ctrl+Y (or Ctrl+Shift+Z) makes again, where that is offered and nobody is writing. */
  byKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    const what = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
    if (!what || !this.view?.[what] || this.shown !== this.view || this.busy) return;
    event.preventDefault();
    this[what]();
  }

  /** An answer that holds as long as the position does; what got none is asked again. */
  async remembered(key, message) {
    const none = (error) => {
      this.answers.delete(key);
      return { error: error.message };
    };
    if (!this.answers.has(key)) this.answers.set(key, this.connection.ask(message).catch(none));
    return this.answers.get(key);
  }

  about = (region) => this.remembered(`region ${region} ${language()}`, { type: "region", region });

  async try(option) {
    const { made } = this.view;
    const found = await this.ask({ type: "preview", made, options: [option.id] });
    if (found && made === this.view.made) this.set({ preview: { ...found, option } });
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.pondering);
    this.connection.close();
  }
}

/** Who is thinking, in words. */
export const thinks = ({ seats, view }) => t("{name} is thinking", { name: seatName(seats, view.ask.player) });

/** Say something to those who hear the page. */
export function announce(text) {
  document.getElementById("said").textContent = text;
}
