/** Sheets: the pictures of a scene at one size on one page, so that many can be looked at together. */

import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export async function sheets(browser, out, scenes) {
  mkdirSync(join(out, 'sheets'), { recursive: true });
  const files = readdirSync(out).filter((name) => name.endsWith('.png'));
  const page = await browser.newPage({ viewport: { width: 1960, height: 1000 } });
  for (const scene of scenes)
    for (const [size, colours, across] of [
      ['1440', ['light'], 2],
      ['1440', ['dark'], 2],
      ['1920', ['light'], 2],
      ['1920', ['dark'], 2],
      ['390', ['light', 'dark'], 5],
    ]) {
      const shown = colours.flatMap((colour) =>
        files.filter((name) => name.startsWith(`${scene}-`) && name.endsWith(`-${size}-${colour}.png`)),
      );
      if (!shown.length) continue;
      const picture = (name) =>
        `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${readFileSync(join(out, name)).toString('base64')}"></figure>`;
      const columns = Math.min(across, shown.length / colours.length);
      await page.setContent(
        `<style>body{margin:0;display:grid;gap:6px;grid-template-columns:repeat(${columns},1fr);font:14px sans-serif;
        width:${size === '390' ? columns * 390 : columns * 970}px}figure{margin:0}img{width:100%;display:block}</style>` +
          shown.map(picture).join(''),
      );
      const name = `${scene}-${size}-${colours.join('-')}.png`;
      await page.locator('body').screenshot({ path: join(out, 'sheets', name) });
    }
  await page.close();
}
