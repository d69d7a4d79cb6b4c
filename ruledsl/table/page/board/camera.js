/** Zoom and drag: which part of the drawing is seen. One finger or the mouse moves it, two fingers or the wheel zoom. */
const CLOSEST = 7;
const STILL = 6;
/** Type on the board is so high in units of the drawing, and never less in pixels. */
const TYPE = 16;
const LEAST = 11;
const CROWDED = 1.4;

export class Camera {
  /** `tapped(element, event)` is told of a press that was no drag. `grabbed(event)` may take a press for itself by answering a follower. `measured()` is told when what is written has another size. */
  constructor(svg, box, { tapped, grabbed, measured }) {
    Object.assign(this, { svg, box, tapped, grabbed, measured, grow: 1, crowded: false });
    this.view = [...box];
    this.fingers = new Map();
    this.follower = null;
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(svg);
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.up(event, true));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("dblclick", (event) => event.preventDefault());
  }

  /** Units of the drawing for a pixel. */
  get scale() {
    const rect = this.svg.getBoundingClientRect();
    return Math.max(this.view[2] / rect.width, this.view[3] / rect.height);
  }

  /** Where on the drawing something on the screen is. */
  point(event) {
    const rect = this.svg.getBoundingClientRect();
    const scale = this.scale;
    const left = (rect.width - this.view[2] / scale) / 2;
    const top = (rect.height - this.view[3] / scale) / 2;
    return { x: this.view[0] + (event.clientX - rect.left - left) * scale, y: this.view[1] + (event.clientY - rect.top - top) * scale };
  }

  show(view) {
    const [x, y, wide, high] = this.box;
    const w = Math.min(Math.max(view[2], wide / CLOSEST), wide);
    const h = (w / wide) * high;
    this.view = [Math.min(Math.max(view[0], x), x + wide - w), Math.min(Math.max(view[1], y), y + high - h), w, h];
    this.svg.setAttribute("viewBox", this.view.map((n) => n.toFixed(1)).join(" "));
    this.svg.classList.toggle("near", w < wide * 0.98);
    this.measure();
  }

  /** What is written on the board grows where it would be too small to read. */
  measure() {
    const grow = Math.ceil(Math.max(1, (LEAST * this.scale) / (TYPE * (this.svg.dataset.size || 1))) * 100) / 100;
    if (grow === this.grow) return;
    Object.assign(this, { grow, crowded: grow > CROWDED });
    this.svg.style.setProperty("--grow", grow);
    this.svg.classList.toggle("crowded", this.crowded);
    this.measured();
  }

  zoom(factor, at) {
    const [x, y, w, h] = this.view;
    const point = at ?? { x: x + w / 2, y: y + h / 2 };
    const part = Math.min(Math.max(w * factor, this.box[2] / CLOSEST), this.box[2]) / w;
    this.show([point.x - (point.x - x) * part, point.y - (point.y - y) * part, w * part, h * part]);
  }

  whole() {
    this.show(this.box);
  }

  /** Bring a place into view, nearer if it is seen from afar on a small screen. */
  lookAt(place) {
    const [x, y, w, h] = this.view;
    const inside = place.x > x + w * 0.08 && place.x < x + w * 0.92 && place.y > y + h * 0.08 && place.y < y + h * 0.92;
    if (!inside) this.show([place.x - w / 2, place.y - h / 2, w, h]);
  }

  down(event) {
    if (event.button > 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.start = { x: event.clientX, y: event.clientY, target: event.target, moved: false };
      this.follower = this.grabbed?.(event) ?? null;
    } else {
      this.start.moved = true;
      this.follower?.cancel();
      this.follower = null;
    }
    this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (Math.hypot(now.x - this.start.x, now.y - this.start.y) > STILL) this.start.moved = true;
    if (this.follower) {
      if (this.start.moved) this.follower.move(this.point(event), event);
      return;
    }
    const scale = this.scale;
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else if (this.start.moved) {
      const [x, y, w, h] = this.view;
      this.show([x - (now.x - before.x) * scale, y - (now.y - before.y) * scale, w, h]);
    }
    this.fingers.set(event.pointerId, now);
  }

  pinch(id, before, now) {
    const other = [...this.fingers].find(([key]) => key !== id)[1];
    const far = (a) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    this.zoom(far(before) / far(now), this.point(middle));
  }

  up(event, cancelled = false) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size) return;
    const follower = this.follower;
    this.follower = null;
    if (follower && this.start.moved && !cancelled) follower.drop(this.point(event), event);
    else follower?.cancel();
    if (!this.start.moved && !cancelled) this.tapped(this.start.target, event);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY * 0.0016), this.point(event));
  }
}
