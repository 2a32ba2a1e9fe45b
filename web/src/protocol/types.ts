export interface Piece {
  id: string;
  name: string;
  side: string;
  at: string;
  symbol?: string;
  size?: string;
  factors?: string;
  steps?: number;
  full?: number;
  nation?: string;
  badges?: string[];
  face_down?: boolean;
  note?: string;
}
export interface Marker {
  at: string;
  kind: string;
  label?: string;
  side?: string;
  to?: string;
}
export interface Box {
  id: string;
  title: string;
  group?: string;
  side?: string;
  text?: string;
  count?: number | null;
  note?: string;
}
export interface Track {
  id: string;
  title: string;
  value: number;
  low?: number;
  high?: number;
  side?: string;
  note?: string;
}
export interface TurnSpace {
  number: number;
  label: string;
  weather?: string;
  note?: string;
}
export interface Phase {
  id: string;
  title: string;
}
export interface Side {
  id: string;
  name: string;
  colour?: string;
}
export interface Overlay {
  id: string;
  title: string;
  key?: string;
  hexes?: Record<string, string[]>;
  labels?: Record<string, string>;
}
export interface View {
  game: string;
  scenario: string;
  seat: string;
  map: string;
  turn?: number;
  turns?: TurnSpace[];
  phases?: Phase[];
  phase?: string;
  active?: string[];
  sides?: Side[];
  pieces?: Piece[];
  markers?: Marker[];
  boxes?: Box[];
  tracks?: Track[];
  scores?: Record<string, number>;
  result?: unknown;
  extra?: Record<string, unknown>;
}
export interface Prompt {
  text: string;
  rule?: string;
  hint?: string;
}
export interface Option {
  label: string;
  kind?: string;
  piece?: string;
  at?: string;
  cost?: number | null;
  rule?: string;
  group?: string;
  ends?: boolean;
}
export interface Working {
  label: string;
  value: string;
  rule?: string;
}
export interface Forecast {
  title: string;
  at?: string;
  working?: Working[];
  columns?: string[];
  column?: number;
  rows?: string[];
  cells?: string[][];
  chances?: [string, number][];
  attackers?: string[];
  defenders?: string[];
}
export interface Cause {
  label: string;
  rule: string;
  reason: string;
  at?: string;
}
export type Action = { [key: string]: unknown };
export interface Legal {
  id: number;
  do: Action;
  option: Option;
}
export interface LogLine {
  n: number;
  version: number;
  seat?: string;
  text: string;
  rule?: string;
  at?: string;
  kind?: string;
  path?: string[];
  dice?: number[];
  piece?: string;
  time?: string;
}
export interface ClockState {
  left?: number | null;
  running: boolean;
  deadline?: string | null;
  flagged?: boolean;
}
export interface Progress {
  seat: string;
  level: string;
  text: string;
  part: number;
  seconds: number;
}
export interface Can {
  undo?: boolean;
  redo?: boolean;
  resign?: boolean;
  draw?: boolean;
}
export interface Handover {
  seat: string;
  name: string;
  screen: boolean;
}
export type Result = {
  winner?: string;
  reason?: string;
  level?: string;
  scores?: Record<string, number>;
} & Record<string, unknown>;
export interface State {
  t: 'state';
  seat: string;
  version: number;
  of: number;
  step?: number | null;
  view: View;
  overlays: Overlay[];
  deciders: string[];
  legal: Legal[];
  prompt: Prompt | null;
  forecast: Forecast | null;
  lines: LogLine[];
  can: Can;
  handover: Handover | null;
  clocks: Record<string, ClockState>;
  presence: Record<string, boolean>;
  watching: number;
  thinking: Progress | null;
  draw: string[];
  result: Result | null;
  status: string;
}
export interface Patch<T> {
  set: T[];
  gone: string[];
}
export interface Change extends Partial<Omit<State, 't' | 'view' | 'overlays'>> {
  t: 'change';
  from: number;
  version: number;
  view?: Partial<Omit<View, 'pieces'>> & { pieces?: Patch<Piece> };
  overlays?: Patch<Overlay>;
  cut?: number | null;
}
export interface Reach {
  piece: string;
  version: number;
  budget?: number | null;
  places: Record<string, { cost: number; plan: Action[]; path: string[]; stop?: boolean }>;
}
export interface OverlayDiff {
  id: string;
  title: string;
  gained: Record<string, string[]>;
  lost: Record<string, string[]>;
}
export interface Preview {
  version: number;
  applied: number;
  refused: { rule: string; reason: string; at?: string } | null;
  chance: boolean;
  pieces: Patch<Piece>;
  overlays: OverlayDiff[];
  lines: LogLine[];
  forecast: Forecast | null;
}
export interface ChatLine {
  n: number;
  person: string;
  name: string;
  seat?: string;
  text: string;
  time: string;
}
export interface PersonBrief {
  id: string;
  name: string;
  guest: boolean;
}
export interface Person extends PersonBrief {
  email?: string;
  timezone?: string;
  webhook?: string;
  notify?: string;
}
export interface Me {
  person: Person | null;
  local: boolean;
  version: string;
  games: string[];
}
export interface Scenario {
  id: string;
  title: string;
  summary: string;
  turns: number;
  minutes?: number;
}
export interface Choice {
  id: string;
  title: string;
  summary?: string;
  default?: boolean | number | string;
  values?: (number | string)[];
  rule?: string;
}
export interface GameInfo {
  id: string;
  title: string;
  version: string;
  summary: string;
  has_secrets: boolean;
  scenarios: Scenario[];
  options: Choice[];
  maps: string[];
}
export interface SeatInfo {
  id: string;
  name: string;
  side?: string;
  control?: boolean;
}
export interface Case {
  id: string;
  topic: string;
  summary: string;
  see?: string[];
  basis?: string;
}
export interface Level {
  name: string;
  title: string;
  summary: string;
  seconds: number;
}
export interface Clock {
  kind: string;
  minutes?: number;
  increment?: number;
  days?: number;
}
export interface Sitter {
  who: 'me' | 'link' | 'open' | 'computer' | 'none';
  level?: string;
  seconds?: number;
}
export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  seats: Record<string, Sitter>;
  title?: string;
  public?: boolean;
  clock?: Clock;
}
export interface SeatState {
  id: string;
  name: string;
  side?: string;
  control?: boolean;
  who: string;
  person?: PersonBrief | null;
  level?: string;
  invite?: string;
  resigned?: boolean;
  clock?: ClockState;
}
export interface MatchInfo {
  id: string;
  title: string;
  game: string;
  scenario: string;
  options: Record<string, boolean | number | string>;
  version_of_rules: string;
  created: string;
  host: PersonBrief;
  status: 'waiting' | 'running' | 'over' | 'broken';
  why?: string;
  seats: SeatState[];
  you: string[];
  public: boolean;
  analysis: boolean;
  has_secrets: boolean;
  clock: Clock;
  turn: number;
  turns: number;
  phase: string;
  moved: string;
  deciders: string[];
  result?: Result | null;
  forked_from?: string;
  rematch?: string;
  draw?: string[];
}
export interface Step {
  n: number;
  version: number;
  seat?: string;
  text: string;
  turn: number;
  phase: string;
}
export interface Problem {
  code: string;
  reason: string;
  rule?: string;
  at?: string;
}
