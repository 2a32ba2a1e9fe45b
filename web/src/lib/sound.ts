/** A few quiet sounds, made on the spot: dice on a table, a distant gun, a counter set down. Off unless switched on. */

import { prefs } from './prefs.svelte';

export type Sound = 'dice' | 'gun' | 'step';

let context: AudioContext | null = null;

/** Noise that dies away, darker or brighter: everything here is made of it. */
function burst(audio: AudioContext, at: number, seconds: number, pitch: number, loudness: number): void {
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

export function play(sound: Sound): void {
  if (!prefs.stored.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  // A browser that has heard no click yet stays silent.
  if (audio.state === 'suspended') void audio.resume();
  if (sound === 'dice') for (const at of [0, 0.09, 0.21, 0.36, 0.5]) burst(audio, at, 0.05, 3200, 0.16);
  else if (sound === 'gun') burst(audio, 0, 0.9, 170, 0.5);
  else burst(audio, 0, 0.04, 1400, 0.06);
}
