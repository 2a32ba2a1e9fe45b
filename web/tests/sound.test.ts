import { afterEach, describe, expect, it, vi } from 'vitest';
import { prefs } from '../src/lib/prefs.svelte';
import { play } from '../src/lib/sound';

describe('sound', () => {
  const started = vi.fn();
  const node = () => ({
    connect: (to: unknown) => to,
    start: started,
    frequency: {},
    gain: {},
    type: '',
    buffer: null,
  });
  class Audio {
    state = 'running';
    sampleRate = 100;
    currentTime = 0;
    destination = {};
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
    createBufferSource = node;
    createBiquadFilter = node;
    createGain = node;
  }
  afterEach(() => {
    prefs.stored.sound = false;
    vi.unstubAllGlobals();
    started.mockClear();
  });

  it('is off until it is switched on', () => {
    vi.stubGlobal('AudioContext', Audio);
    expect(prefs.stored.sound).toBe(false);
    play('gun');
    expect(started).not.toHaveBeenCalled();
    prefs.stored.sound = true;
    play('gun');
    expect(started).toHaveBeenCalledTimes(1);
    play('dice');
    expect(started.mock.calls.length).toBeGreaterThan(3);
  });
});
