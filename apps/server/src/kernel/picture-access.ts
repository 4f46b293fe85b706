import type { MediaClass } from '@parvis/contract/media.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { CurrentAgeRule } from './minors.ts'

/** What content of a feature tells about a picture: SQL conditions on the row `m` of `media`. */
export interface PictureAccess {
  /** Whether any row of the feature references the picture. */
  isReferenced?: RawBuilder<boolean>
  /** By class: whether content that the viewer may read shows the picture. */
  isVisible?: Partial<Record<MediaClass, (actor: Actor, ages: CurrentAgeRule) => RawBuilder<boolean>>>
  /** Whether the viewer may see the picture whatever its class and content. */
  isReviewable?(actor: Actor): RawBuilder<boolean>
  /** Whether a picture of the class `community` is part of what the community shows to this viewer or visitor. */
  isShowcased?(actor: Actor | null): RawBuilder<boolean>
  /** Whether a picture of the class `public` must not be shown to the public. */
  isWithheld?: RawBuilder<boolean>
}

/** SQL: whether any of the conditions holds; false without conditions. */
export const anyOf = (conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> => {
  const given = conditions.filter(condition => condition !== undefined)
  return given.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(given, sql` or `)})`
}
