/** The wire types, as the server's schema gives them, with the few shapes that a schema cannot say. */

import type * as wire from './schema';

export type {
  Assistant,
  AuditEntry,
  Battle,
  Briefing,
  Box,
  Can,
  Carried,
  Case,
  Cause,
  ChatLine,
  Choice,
  Clock,
  ClockState,
  Committed,
  Dice,
  Digest,
  Fault,
  Field,
  Forecast,
  GameInfo,
  Handover,
  Invitation,
  Level,
  LogLine,
  Marker,
  MatchInfo,
  Me,
  MeChange,
  NewMatch,
  Option,
  Overlay,
  OverlayDiff,
  Person,
  PersonBrief,
  Phase,
  Piece,
  Preview,
  Problem,
  Progress,
  Prompt,
  Reached,
  Result,
  Scenario,
  SeatChange,
  SeatInfo,
  SeatState,
  Side,
  Sitter,
  State,
  Step,
  Track,
  TurnSpace,
  Tutorial,
  TutorialStep,
  View,
  Ware,
  Worked,
  Working,
} from './schema';

/** Opaque: it goes back to the server as it came. */
export type Action = unknown;
export type Legal = wire.Legal;
export type Reach = wire.Reach;
export type TriedPlan = wire.TriedPlan;

export interface Patch<T> {
  set: T[];
  gone: string[];
}

/** A view in a `change`: only what differs, pieces by id. */
export type ViewChange = Partial<Omit<wire.View, 'pieces'>> & { pieces?: Patch<wire.Piece> };
export type Change = Omit<wire.Change, 'view'> & { view?: ViewChange };
