/** The parts of milsymbol one by one; see vite.config.ts. */
declare module 'milsymbol/sets' {
  type Icons = { readonly type: 'number' };
  export const ms: {
    addIcons(icons: readonly Icons[]): void;
    Symbol: new (code: string, options: Record<string, unknown>) => { asSVG(): string };
  };
  export const numberair: Icons;
  export const numberlandequipment: Icons;
  export const numberlandinstallation: Icons;
  export const numberlandunit: Icons;
  export const numbersea: Icons;
  export const numbersubsurface: Icons;
}
