/** The symbols of units on land, in the air and at sea: the parts of milsymbol that a wargame has use for. */

import {
  ms,
  numberair,
  numberlandequipment,
  numberlandinstallation,
  numberlandunit,
  numbersea,
  numbersubsurface,
} from 'milsymbol/sets';

ms.addIcons([
  numberlandunit,
  numberlandequipment,
  numberlandinstallation,
  numberair,
  numbersea,
  numbersubsurface,
]);

/** The drawing of a numeric symbol code, as the text of an SVG. */
export function drawn(sidc: string): string {
  return new ms.Symbol(sidc, { size: 40, fill: false, frame: true, strokeWidth: 5 }).asSVG();
}
