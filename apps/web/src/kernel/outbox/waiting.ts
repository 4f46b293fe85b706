import type { Author } from '@parvis/contract/entity.ts'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import type { ReportBody } from '@parvis/contract/feed.ts'
import type { ReportedKind } from '@parvis/contract/moderation.ts'

/** What waits to be sent, by its kind. Features add what they send. */
export interface Unsent {
  /** A report to the team. */
  report: { kind: ReportedKind; id: string } & ReportBody
}

export type UnsentKind = keyof Unsent

/** Why the server did not take it, as its answer said. */
export interface Refusal {
  key: ErrorKey | 'networkerror'
  field?: string
  params?: Record<string, string | number>
}

interface Item<K extends UnsentKind> {
  kind: K
  /** The same through every attempt. A later one of the same id takes the place of what waits. */
  id: string
  /** What goes to one place goes one after the other, in the order in which it was written. */
  place: string
  payload: Unsent[K]
  photo?: Blob
  /** What it is, or what it concerns, in its writer's own words: shown while it waits. */
  about?: string
  /** To whom it goes: the name of the person, or of the group. */
  to?: string
  /** The person to whom it goes as this device knows them: a first message is all there is of its conversation. */
  person?: Author & { elsewhere?: true }
  /** It is shown where it was written, and among the rest of what waits only once it was refused. */
  shownThere?: true
}

/** Something that is handed over to be sent. */
export type ToSend<K extends UnsentKind = UnsentKind> = K extends UnsentKind ? Item<K> : never

/** Something that the server has not acknowledged yet. */
export type Waiting<K extends UnsentKind = UnsentKind> = ToSend<K> & {
  /** Whose it is. */
  me: string
  /** ISO 8601, when it was written, by a clock that may be set back. */
  date: string
  /** Which one of all that waits it is: in this order it goes out. */
  seq: number
  /** It is sent no more until its writer says so. */
  refused?: Refusal
  /** This device has no room for it: it is there as long as this page is. */
  onlyHere?: true
}
