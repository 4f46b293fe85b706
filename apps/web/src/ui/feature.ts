import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import type { PendingItem, UnsentKind } from '#web/kernel/outbox/pending.ts'
import type { Sender } from '#web/kernel/outbox/sender.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import type { TextFeature, TextKey } from '#web/kernel/text/text-keys.ts'
import type { Target } from './frame-context.ts'
import type { IconName } from './icon-names.ts'

/** What the app passes to its features. */
export interface AppContext {
  queryClient: QueryClient
  live: LiveConnection
  /** The signed-in user: null if nobody is signed in, undefined if this is unknown. */
  viewer: () => SessionUser | null | undefined
  /** Refetches the session, whose abilities or names may have changed. */
  refreshSession: () => void
  openPath: (path: string) => void
}

type LabelOf<Key> = Key extends `outbox.of.${infer Label}` ? Label : never
/** The words by which a summary counts unsent items and drafts: “2 posts and 1 message”. */
export type UnsentLabel = LabelOf<TextKey>

/** The form in which an unsent item can be changed. */
interface ItemForm<K extends UnsentKind> {
  /** The screen of the form in the community with this URI. */
  target(item: PendingItem<K>, communityUri: string): Target
  /**
   * Moves the item back into the form; false if the form has another draft, which must not be overwritten. Without this
   * function the form itself shows the item, and saving the form replaces the item.
   */
  restore?(item: PendingItem<K>): Promise<boolean>
}

/**
 * A kind of write that the outbox can send later: how it is sent, named and explained. The functions are methods, so
 * that a list can hold all kinds.
 */
export interface OutboxKind<K extends UnsentKind = UnsentKind> {
  kind: K
  icon: IconName
  label: UnsentLabel
  nameOf(item: PendingItem<K>, t: Translate): string
  /** What the item is about does not identify it: it is identified by its name. */
  isNamedByKind?: true
  /** Without this function the feature registers the sender when it starts. */
  sender?(app: AppContext): Sender<K, { _id: string }>
  /** The toast shown once the item is sent. */
  sentText?: TextKey
  /** The author can copy this text: sending the item again may be refused too. */
  copyableTextOf?(item: PendingItem<K>): string | null | undefined
  form?: ItemForm<K>
  /** Whether the screen is open that shows the refusal beside the item. */
  isRefusalShown?(item: PendingItem<K>): boolean
  /** Why the server does not find what the item is about; by default, that it no longer exists. */
  goneTextOf?(item: PendingItem<K>): TextKey
  /** Features whose error texts explain a refusal. */
  refusalTexts: readonly TextFeature[]
  /** Why the server refused the item, where the text of the error does not explain it. */
  refusalReasonOf?(item: PendingItem<K>, t: Translate): string | null
  /** Whether a refused item would be refused again, whatever its error. */
  isRefusalFinal?(item: PendingItem<K>): boolean
}

type SessionLoad = (queryClient: QueryClient, session: SessionUser) => unknown

/** What a feature of the web app declares. `app/features.ts` lists the features. */
export interface WebFeature {
  /** The kinds of writes that the outbox can send later. */
  outbox?: readonly OutboxKind[]
  /** Subscribes to live events, and starts what runs in the background. Called once, after the first screen. */
  live?: (app: AppContext) => void
  /** Resets the counts of new items for another user, or for null when nobody is signed in any more. */
  resetCounts?: (user: SessionUser | null) => void
  /** Clears data of the previous user that is not in the query cache. */
  clear?: (queryClient: QueryClient) => void
  /** Hides a person after a block by the viewer or of the viewer, and shows them again after unblocking. */
  hidePerson?: (queryClient: QueryClient, userId: string, isHidden: boolean) => void
  /** Loads after a log-in what the first screen shows, with the query keys of that screen. */
  loadFirst?: SessionLoad
  /** Loads after a log-in what other screens show, once the first screen is loaded. */
  loadRest?: SessionLoad
}
