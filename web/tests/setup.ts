import { afterEach } from 'vitest';
import { cleanup } from '@testing-library/svelte';
import { prefs } from '../src/lib/prefs.svelte';

// What jsdom lacks and the map needs: a canvas that draws nothing, paths that hold nothing, sizes that never change.
class NoPath {
  moveTo(): void {}
  lineTo(): void {}
  closePath(): void {}
  quadraticCurveTo(): void {}
  rect(): void {}
  arc(): void {}
  addPath(): void {}
}
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { Path2D: NoPath, ResizeObserver: NoObserver });
HTMLCanvasElement.prototype.getContext = (() => null) as never;
Object.assign(SVGElement.prototype, { animate: undefined });
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

// What happens is on the screen at once, but where the film itself is tried out.
prefs.stored.film = 'off';
prefs.stored.warnings = false;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
