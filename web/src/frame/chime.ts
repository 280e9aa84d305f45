/** A short soft tone, made on the spot: a file would be one more thing to load. */

/** Whoever hears it much later would look for a question that is long answered. */
const MAX_DELAY_MS = 1000;
const VOLUME = 0.12;
const NOTES = [
  { hertz: 587.33, from: 0 },
  { hertz: 880, from: 0.09 },
] as const;
const SECONDS = 0.35;

let audio: AudioContext | undefined;

/** Browsers let a page be heard only once the person has done something in it; until then this does nothing. */
export async function playChime(): Promise<void> {
  const wantedAt = performance.now();
  audio ??= new AudioContext();
  await audio.resume();
  if (audio.state !== "running" || performance.now() - wantedAt > MAX_DELAY_MS) return;
  for (const { hertz, from } of NOTES) {
    const start = audio.currentTime + from;
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(VOLUME, start + 0.015);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
    const tone = new OscillatorNode(audio, { type: "sine", frequency: hertz });
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + SECONDS);
  }
}
