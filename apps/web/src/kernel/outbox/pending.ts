import type { Author } from '@parvis/contract/entity.ts'
import type { ErrorKey } from '@parvis/contract/errors.ts'
import type { ReportBody } from '@parvis/contract/feed.ts'
import type { ReportedKind } from '@parvis/contract/moderation.ts'

export interface UnsentPayloads {
  report: { kind: ReportedKind; id: string } & ReportBody
}

export type UnsentKind = keyof UnsentPayloads

export interface Refusal {
  key: ErrorKey | 'networkerror'
  field?: string
  params?: Record<string, string | number>
}

interface ItemFields<K extends UnsentKind> {
  kind: K
  /** The same in every attempt. A later item with the same id replaces a pending one. */
  id: string
  /** The queue of the item, such as its conversation: items of one `place` are sent in the order written. */
  place: string
  payload: UnsentPayloads[K]
  photo?: Blob
  about?: string
  to?: string
  /** The recipient of the first message of a conversation, which the cached conversation lists do not contain yet. */
  person?: Author & { elsewhere?: true }
  shownThere?: true
}

export type OutgoingItem<K extends UnsentKind = UnsentKind> = K extends UnsentKind ? ItemFields<K> : never

export type PendingItem<K extends UnsentKind = UnsentKind> = OutgoingItem<K> & {
  me: string
  /** When the item was written (ISO 8601), by the device's clock, which may be set back. */
  date: string
  seq: number
  refused?: Refusal
  /** The device could not store the item: it is lost when this page is closed. */
  onlyHere?: true
}
