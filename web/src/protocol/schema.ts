/* Made by scripts/types.mjs from the server's schema; do not edit. */

/** Go on without someone who has stayed away: win, end without a winner, or let the computer play. */
export interface Absent {
  seat: string;
  of: string;
  what: 'claim' | 'computer' | 'end';
}

export interface Act {
  t: 'act';
  version: number;
  do: Record<string, unknown>;
  ref?: string;
}

/** Correct the log from a step on (from 1): another roll (`words`), without that step (`drop`), back to before it (`back`), or Control's own last correction taken back (`undo`). */
export interface Amend {
  what: 'back' | 'drop' | 'roll' | 'undo';
  step?: number;
  words?: string[];
  reason?: string;
  hidden?: boolean;
}

/** A correction of the log. */
export interface AmendmentInfo {
  at: number;
  reason: string;
  hidden?: boolean;
  kept?: number;
  dropped?: number;
  stopped?: string;
  undone?: boolean;
  back?: boolean;
}

export interface Answer {
  t: 'answer';
  ref: string;
  what: string;
  reach?: Reach | null;
  preview?: Preview | null;
  causes?: Cause[] | null;
  state?: State | null;
}

export interface Asking {
  t: 'ask';
  what: 'preview' | 'reach' | 'step' | 'why';
  ref: string;
  piece?: string;
  at?: string;
  n?: number;
  plan?: Record<string, unknown>[];
}

/** A game that has a table assistant, and what it asks. */
export interface Assistant {
  game: string;
  title: string;
  fields: Field[];
}

/** One entry of the audit. */
export interface AuditEntry {
  time: string;
  person: string;
  name: string;
  what: string;
  detail: string;
}

/** A battle as its card tells it. Units are ids of counters; where they have none, `origins` are the hexes attacked from. `result` is the code of the table, `words` what it means, `colour` the colour the table prints it in. */
export interface Battle {
  side?: string;
  attackers?: string[];
  defenders?: string[];
  origins?: string[];
  odds?: string;
  working?: string[];
  roll?: string;
  result?: string;
  words?: string;
  colour?: string;
}

/** A holding box, cup, pool or orders box beside the map; with `at` it lies on the map, at a hex, and boxes of one hex lie side by side in the order of their `cell`. */
export interface Box {
  id: string;
  title: string;
  group?: string;
  side?: string;
  text?: string;
  count?: number | null;
  note?: string;
  at?: string;
  cell?: number;
}

/** What someone wants to know before a first move, in plain sentences. `you` and `first` are by seat: who one is, and the first thing to do. `at` is the hex where the fighting is. */
export interface Briefing {
  title: string;
  about: string;
  you?: Record<string, string>;
  wins?: string[];
  length?: string;
  first?: Record<string, string>;
  at?: string;
}

export interface Can {
  undo?: boolean;
  redo?: boolean;
  resign?: boolean;
  draw?: boolean;
}

export interface Cancel {
  t: 'cancel';
}

/** What became of a reply to a turn file. */
export interface Carried {
  match: string;
  seat: string;
  applied: number;
  left: number;
  reason: string;
  version: number;
}

/** One rule case. `see` names related cases. */
export interface Case {
  id: string;
  topic: string;
  summary: string;
  see?: string[];
  basis?: string;
}

/** An answer to 'why not?': the refusal of one thing a person might want to do. */
export interface Cause {
  label: string;
  rule: string;
  reason: string;
  at?: string;
}

/** What differs from the last state this socket was sent. */
export interface Change {
  t: 'change';
  from: number;
  version: number;
  of?: number;
  view?: Record<string, unknown>;
  overlays?: OverlaySet;
  deciders?: string[];
  legal?: Legal[];
  prompt?: Prompt | null;
  forecast?: Forecast | null;
  lines?: LogLine[];
  cut?: number;
  can?: Can;
  handover?: Handover | null;
  clocks?: Record<string, ClockState>;
  draw?: string[];
  result?: Result | null;
  status?: string;
}

export interface Chat {
  t: 'chat';
  text: string;
}

export interface ChatLine {
  n: number;
  person: string;
  name: string;
  text: string;
  time: string;
  seat?: string;
}

export interface ChatPost {
  text: string;
}

/** An option at set-up: a checkbox (`default` true or false) or one of `values`. */
export interface Choice {
  id: string;
  title: string;
  summary?: string;
  default?: boolean | number | string;
  values?: (number | string)[];
  rule?: string;
}

/** No clock; live minutes a person with an increment in seconds; or days for each move. */
export interface Clock {
  kind?: 'days' | 'live' | 'none';
  minutes?: number;
  increment?: number;
  days?: number;
}

export interface ClockState {
  left?: number | null;
  running?: boolean;
  deadline?: string;
  flagged?: boolean;
}

export interface Clocks {
  t: 'clocks';
  clocks: Record<string, ClockState>;
}

/** A combat as it is described, one field a name; what is left out takes its default. */
export interface Combat {
  given: Record<string, boolean | number | string | (number | string)[] | null>;
}

/** Who leads: a client draws a face. `look` are words: the uniform first, then what is known of him ("moustache"). */
export interface Commander {
  name: string;
  stars?: number;
  look?: string;
}

export interface Committed {
  applied: number;
  version: number;
  refused: Violation | null;
}

/** What lies on Control's desk. */
export interface Desk {
  seat: string;
  disputes: Dispute[];
  waiting: string[];
  roll: string;
  wanted: string;
  entries: DeskEntry[];
  amendments: AmendmentInfo[];
  forms: Form[];
  places: Record<string, number>;
}

/** A step of the log as Control may correct it: a roll with what it was for and what it gave, or a seat's action. */
export interface DeskEntry {
  n: number;
  text: string;
  seat?: string;
  roll?: string[];
  wanted?: string;
  ruled?: boolean;
  action?: string;
}

/** The dice proof: what was promised before the first roll, and what each person added to it. */
export interface Dice {
  commitment: string;
  contributions: Record<string, string>;
  seed: string;
  rolls: number;
  over: boolean;
  how: string;
}

/** Since your last turn: from line `since` on; `step` is the position you left. */
export interface Digest {
  since: number;
  step: number;
  lines: LogLine[];
  losses: Record<string, number>;
  moved: string[];
  score: Record<string, [number, number]>;
}

/** Something a team disputes. Its words are for Control and that team. */
export interface Dispute {
  id: string;
  seat: string;
  name: string;
  text: string;
  place: string;
  time: string;
  settled: boolean;
  ruling: string;
}

export interface Done {
  t: 'done';
  ref: string;
  version: number;
  left?: number;
}

export interface DrawOffer {
  seat: string;
  offer?: boolean;
}

export interface Error {
  t: 'error';
  code: string;
  reason: string;
  ref?: string;
}

/** What is wrong with one field, or with the whole where no field is named. */
export interface Fault {
  field: string;
  reason: string;
  rule?: string;
}

/** One thing to enter. A field without a default must be given; one that is `rare` is asked for only if it matters. */
export interface Field {
  name: string;
  kind: 'choice' | 'flag' | 'int' | 'list' | 'text';
  prompt: string;
  default?: unknown;
  choices?: string[];
  low?: number | null;
  high?: number | null;
  rule?: string;
  required?: boolean;
  rare?: boolean;
}

/** A combat worked out before the roll: each step, the row or column used, and the chances of each result. */
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
  meanings?: Record<string, string>;
}

export interface Fork {
  seat: string;
  at?: number | null;
}

/** An action that an umpire puts together by filling in a form: its `fixed` fields, and those to be filled in. */
export interface Form {
  id: string;
  title: string;
  action: string;
  fields: FormField[];
  fixed?: Record<string, unknown>;
  about?: string;
}

/** One line of a form: a choice of values, a number, a place of the map, words, or a box to tick. The value of a choice may be several fields of the action at once. */
export interface FormField {
  name: string;
  label: string;
  kind?: 'choice' | 'flag' | 'number' | 'place' | 'words';
  choices?: [unknown, string][];
  value?: unknown;
  optional?: boolean;
}

/** What a client sends over the socket. */
export type Frame = Hello | LookOver | Sit | Act | Play | Undo | Redo | Sync | Asking | Cancel | Chat | Ping;

export interface GameInfo {
  id: string;
  title: string;
  version: string;
  summary: string;
  has_secrets: boolean;
  scenarios: Scenario[];
  options: Choice[];
}

export interface Handover {
  seat: string;
  name: string;
  screen: boolean;
}

export interface Hello {
  t: 'hello';
  seat?: string;
  since?: number;
  whole?: boolean;
  overlays?: boolean;
}

export interface Info {
  t: 'info';
  match: MatchInfo;
}

/** What someone with a link may know before sitting down. */
export interface Invitation {
  title: string;
  game: string;
  seat: string;
  host: string;
  clock: Clock;
  begun?: boolean;
  team?: boolean;
  commitment?: string;
}

export interface Join {
  seat: string;
  seed?: string;
}

export interface JoinByLink {
  token: string;
  name?: string | null;
  seed?: string;
  role?: 'air' | 'army' | 'leader' | 'production';
}

export interface Joined {
  match: string;
  seat: string;
}

export interface Legal {
  id: number;
  do: unknown;
  option: Option;
}

export interface Level {
  name: string;
  title: string;
  summary: string;
  seconds: number;
  timed?: boolean;
}

/** A line of the log: words, case, place. `n` counts the lines this seat may see. `why` is the computer's reason for what led to it: told when the match is over, or at once in a match where it `explains`. */
export interface LogLine {
  n: number;
  version: number;
  text: string;
  time: string;
  seat?: string;
  rule?: string;
  at?: string;
  kind?: string;
  path?: string[];
  dice?: number[];
  piece?: string;
  battle?: Battle | null;
  why?: string;
}

/** What is this invitation for? */
export interface Look {
  token: string;
}

/** Whether overlays are shown now. */
export interface LookOver {
  t: 'look';
  overlays: boolean;
}

/** Something on the map that is not a counter: a flag, a fortification, a control mark. */
export interface Marker {
  at: string;
  kind: string;
  label?: string;
  side?: string;
  to?: string;
}

export interface MatchInfo {
  id: string;
  title: string;
  game: string;
  scenario: string;
  options: Record<string, boolean | number | string>;
  rules: string;
  created: string;
  host: PersonBrief;
  status: 'broken' | 'over' | 'running' | 'waiting';
  why: string;
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
  result: Result | null;
  forked_from: string;
  rematch: string;
  draw: string[];
  commitment: string;
  absent?: string[];
  explains?: boolean;
  reply_for?: string;
  room?: RoomState | null;
  disputes?: number;
  physical?: boolean;
}

export interface Me {
  person: Person | null;
  local: boolean;
  version: string;
  games: number;
}

export interface MeChange {
  name?: string | null;
  timezone?: string | null;
  email?: string | null;
  webhook?: string | null;
  notify?: 'never' | 'turn' | null;
}

/** One of several people at a seat. */
export interface MemberState {
  person: PersonBrief;
  role: string;
  captain: boolean;
  here: boolean;
}

/** What the server sends over it. */
export type Message =
  | State
  | Change
  | Refused
  | Done
  | Answer
  | Thinking
  | Presence
  | Clocks
  | Said
  | Notice
  | Info
  | Error
  | Pong;

export interface NewAccount {
  name: string;
  password: string;
  email?: string;
}

export interface NewDispute {
  seat: string;
  text: string;
  place?: string;
}

export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  pack?: Record<string, unknown>;
  seats?: Record<string, Sitter>;
  title?: string;
  public?: boolean;
  clock?: Clock;
  promise?: string;
  seed?: string;
  dice?: 'physical' | 'provable';
  explains?: boolean;
}

export interface NewPassword {
  old: string;
  new: string;
}

export interface Notes {
  text: string;
}

export interface NotesPut {
  text: string;
}

export interface Notice {
  t: 'notice';
  text: string;
}

/** How one legal action is offered. `kind` groups clicks: `pick` (choose a piece), `step` (move the picked piece one hex), `stop`, `target`, `join`, `commit`, `loss`, `retreat`, `advance`, `place`, `choose`, `pass`, `done`. A client lights `at`, lists `label`, and shows `cost`. `piece` is the counter it is about. `free` names a field of the action that takes words of one's own: a client offers a line to type them in. `note` is what it does, in words, where its label is only a name. An option with a place is clicked on the map or on its counter; `panel` says that it asks what to do and not where, so that it is a button although it has a place; so is whatever `ends` the decision. `shows` are places it is about: a client lights them while it is pointed at. `basket` is what a purchase buys: a client that is offered nothing but purchases makes a shop of them. */
export interface Option {
  label: string;
  kind?: string;
  piece?: string;
  at?: string;
  cost?: number | null;
  rule?: string;
  group?: string;
  ends?: boolean;
  free?: string;
  note?: string;
  panel?: boolean;
  shows?: string[];
  basket?: Ware[];
}

/** A layer over the map that can be switched: zones, supply, control, victory … */
export interface Overlay {
  id: string;
  title: string;
  key?: string;
  hexes?: Record<string, string[]>;
  labels?: Record<string, string>;
  signs?: string;
}

export interface OverlayDiff {
  id: string;
  title: string;
  gained: Record<string, string[]>;
  lost: Record<string, string[]>;
}

export interface OverlaySet {
  set: Overlay[];
  gone: string[];
}

export interface Path {
  path: string;
}

export interface Person {
  id: string;
  name: string;
  guest: boolean;
  email?: string;
  timezone?: string;
  webhook?: string;
  notify?: string;
  admin?: boolean;
}

export interface PersonBrief {
  id: string;
  name: string;
  guest: boolean;
}

export interface Phase {
  id: string;
  title: string;
}

/** A counter. `at` is a hex label or a box id. */
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
  leader?: Commander | null;
  formation?: string;
}

export interface PieceDiff {
  set: Piece[];
  gone: string[];
}

export interface Ping {
  t: 'ping';
  ref?: string;
}

export interface PlanRequest {
  seat: string;
  version: number;
  plan: Record<string, unknown>[];
}

/** Several actions, one after another, up to the first roll, reveal or refusal: a move of five hexes. */
export interface Play {
  t: 'play';
  version: number;
  plan: Record<string, unknown>[];
  ref?: string;
}

export interface Pong {
  t: 'pong';
  ref?: string;
}

export interface Presence {
  t: 'presence';
  presence: Record<string, boolean>;
  watching: number;
}

export interface Preview {
  version: number;
  applied: number;
  refused: Violation | null;
  chance: boolean;
  pieces: PieceDiff;
  overlays: OverlayDiff[];
  lines: LogLine[];
  forecast: Forecast | null;
}

/** Every error, over HTTP. */
export interface Problem {
  code: string;
  reason: string;
  rule?: string;
  at?: string;
}

export interface Progress {
  seat: string;
  level: string;
  text: string;
  part: number;
  seconds: number;
}

/** A seed that the server has chosen and bound itself to, before you add yours. */
export interface Promise {
  id: string;
  commitment: string;
}

/** What to do now: one line, the case it rests on, and a longer hint for newcomers. `purse` is what there is to spend where something is bought, `piece` the counter that all of it is about; `again` says that the same is asked at every attack of a turn, so that a player may end it once for all of them. */
export interface Prompt {
  text: string;
  rule?: string;
  hint?: string;
  purse?: number | null;
  piece?: string;
  again?: boolean;
}

export interface Reach {
  piece: string;
  version: number;
  places: Record<string, Reached>;
}

export interface Reached {
  cost: number;
  plan: unknown[];
  path: string[];
  stop?: boolean;
  crowds?: boolean;
  passes?: boolean;
}

export interface Redo {
  t: 'redo';
  version: number;
  ref?: string;
}

export interface Refused {
  t: 'refused';
  code: string;
  reason: string;
  version: number;
  rule?: string;
  at?: string;
  ref?: string;
}

export interface Rematch {
  swap?: boolean;
}

export interface Resign {
  seat: string;
}

/** How a game ended. No winners is a draw. */
export interface Result {
  winners: string[];
  reason: string;
  rule?: string;
  scores?: Record<string, number>;
  level?: string;
}

export interface Return {
  token: string;
}

/** The clock of the room: seconds for each step (0: none), whether a step ends by itself, pause, restart, add seconds. */
export interface RoomClock {
  seconds?: number | null;
  force?: boolean | null;
  paused?: boolean | null;
  restart?: boolean;
  add?: number;
}

/** The clock of the room: seconds for each step, seconds left of this one, and whether a step ends by itself when they are up. */
export interface RoomState {
  seconds: number;
  left: number;
  running: boolean;
  force: boolean;
  step: string;
}

export interface Said {
  t: 'chat';
  line: ChatLine;
}

/** A scenario on offer. The first of a game is the one a newcomer gets. `first` is the number that the track of the whole war has for its first turn. */
export interface Scenario {
  id: string;
  title: string;
  summary: string;
  turns: number;
  minutes?: number;
  first?: number;
}

/** The host gives a free or computer seat to someone else. */
export interface SeatChange {
  who: 'computer' | 'link' | 'me' | 'open';
  level?: string;
  seconds?: number | null;
}

/** A seat at the table. */
export interface SeatInfo {
  id: string;
  name: string;
  side?: string;
  control?: boolean;
}

export interface SeatState {
  id: string;
  name: string;
  side?: string;
  control?: boolean;
  who?: 'computer' | 'link' | 'none' | 'open' | 'person';
  person?: PersonBrief | null;
  level?: string;
  seconds?: number | null;
  invite?: string;
  resigned?: boolean;
  clock?: ClockState | null;
  team?: MemberState[];
  team_link?: string;
  stand_in?: string;
}

export interface Settle {
  ruling: string;
}

/** A side and how to paint it: `colour` is a name from the client's palette. `home` names regions of the map that are its ground as long as no enemy stands in them. */
export interface Side {
  id: string;
  name: string;
  colour?: string;
  home?: string[];
}

export interface SignIn {
  name: string;
  password: string;
}

export interface Sit {
  t: 'sit';
  seat: string;
}

/** Who takes a seat: me, a friend by link, anyone, the computer, or nobody. */
export interface Sitter {
  who?: 'computer' | 'link' | 'me' | 'none' | 'open';
  level?: string;
  seconds?: number | null;
}

/** The computer plays for a team (this step, for good, or no longer), or the seat is freed for someone else. */
export interface StandIn {
  what: 'free' | 'good' | 'off' | 'step';
  level?: string;
}

/** All that one seat may know now. */
export interface State {
  t: 'state';
  seat: string;
  version: number;
  of: number;
  view: View;
  overlays: Overlay[];
  deciders: string[];
  legal: Legal[];
  prompt: Prompt | null;
  forecast: Forecast | null;
  lines: LogLine[];
  cut: number;
  can: Can;
  handover: Handover | null;
  clocks: Record<string, ClockState>;
  presence: Record<string, boolean>;
  watching: number;
  thinking: Progress | null;
  draw: string[];
  result: Result | null;
  status: string;
  step?: number | null;
}

/** A position you can go back to. */
export interface Step {
  n: number;
  version: number;
  seat: string;
  text: string;
  turn: number;
  phase: string;
}

export interface Sync {
  t: 'sync';
}

/** Give someone of a team another role, make them captain, or let them go. */
export interface TeamChange {
  person: string;
  role?: 'air' | 'army' | 'leader' | 'production' | null;
  captain?: boolean;
  out?: boolean;
}

export interface Thinking {
  t: 'progress';
  seat: string;
  level: string;
  text: string;
  part: number;
  seconds: number;
}

/** A number on a scale: victory points, production, morale. */
export interface Track {
  id: string;
  title: string;
  value: number;
  low?: number;
  high?: number;
  side?: string;
  note?: string;
}

/** What was tried on an analysis board, to be played in earnest. */
export interface TriedPlan {
  match: string;
  seat: string;
  plan: unknown[];
}

/** A space of the turn record track. */
export interface TurnSpace {
  number: number;
  label: string;
  weather?: string;
  note?: string;
}

/** A guided first game: its scenario, the seat that is taught, and its steps. Without steps there is none. */
export interface Tutorial {
  scenario?: string;
  seat?: string;
  steps?: TutorialStep[];
}

/** One thing to tell a newcomer. `when` is the case of the prompt it waits for, or several of them with a space between; `part` a part of the screen. */
export interface TutorialStep {
  title: string;
  text: string;
  at?: string;
  piece?: string;
  part?: '' | 'boxes' | 'history' | 'log' | 'overlays' | 'prompt' | 'selection' | 'turns';
  rule?: string;
  when?: string;
  until?: Until;
}

export interface Undo {
  t: 'undo';
  version: number;
  ref?: string;
}

/** What ends a step of the tutorial: a click on "next", an action (of a kind, at a place), a log line, a turn. */
export interface Until {
  next?: boolean;
  acted?: boolean;
  kind?: string;
  at?: string;
  piece?: string;
  line?: string;
  turn?: number;
}

/** All that one seat may know, built from nothing. `standing` is the score in words, against what is needed; `neutral` names regions of the map that are nobody's ground. */
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
  neutral?: string[];
  pieces?: Piece[];
  markers?: Marker[];
  boxes?: Box[];
  tracks?: Track[];
  scores?: Record<string, number>;
  standing?: string;
  briefing?: Briefing | null;
  result?: unknown;
  extra?: Record<string, unknown>;
}

/** Why an action is refused: the rule case, the reason in words, and where. */
export interface Violation {
  rule: string;
  reason: string;
  at?: string;
}

/** One line of a purchase: what, how many of it, the price of one, and what it is good for. */
export interface Ware {
  label: string;
  count: number;
  price?: number;
  note?: string;
}

/** A combat worked out, or what keeps it from being worked out, field by field. */
export interface Worked {
  faults: Fault[];
  title?: string;
  working?: Working[];
  column?: string;
  rolled?: number[];
  result?: string;
  words?: string;
  chances?: Record<string, number>;
  extra?: Record<string, unknown>;
}

/** One line of a calculation: what, how much, by which case. */
export interface Working {
  label: string;
  value: string;
  rule?: string;
}
