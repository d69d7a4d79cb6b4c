/** Short tones, made on the spot: something was taken, you are asked, the game is over. A browser allows them once its reader has pressed something. */
import { settings } from "./settings.js";

let audio = null;

/** Tones one after the other, in hertz. */
function play(tones) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  audio ??= new AudioContext();
  tones.forEach((tone, i) => {
    const at = audio.currentTime + i * 0.11;
    const [voice, loud] = [audio.createOscillator(), audio.createGain()];
    voice.type = "triangle";
    voice.frequency.value = tone;
    loud.gain.setValueAtTime(0.08, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.22);
    voice.connect(loud).connect(audio.destination);
    voice.start(at);
    voice.stop(at + 0.24);
  });
}

/** Somebody calls. */
export const tone = () => play([784, 587, 784]);

/** What can be heard of the way from one view to the next. */
export function sound(before, view) {
  if (view.over && !before.over) play([392, 523, 659, 784]);
  else if (view.ask?.mine && before.ask?.player !== view.ask.player) play([523, 784]);
  else if (JSON.stringify(view.story.at(-1)?.acts) !== JSON.stringify(before.story.at(-1)?.acts)) play([294]);
}
