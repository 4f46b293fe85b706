// Each new member is welcomed once, by a post that the server writes in their name.
import type { Actor } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { findMinors } from '#server/kernel/minors.ts'
import { createEvent } from './create-event.service.ts'

const WELCOMES_PER_DAY = 5

/**
 * Runs in the transaction that approves the member. Publishes nothing if the member was welcomed before or is a minor
 * (minors are not introduced to others), or if the community has no neighbourhood channel.
 */
export const publishWelcome = async (
  { state, db, bus, clock, settings }: Platform,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  newcomer: Actor,
): Promise<void> => {
  const channelIds = newcomer.channels
    .filter(({ channelType }) => channelType === 'NeighborhoodEventChannel')
    .map(({ id }) => id)
  if (channelIds.length === 0) return
  const minors = await findMinors({ db: tx, clock, settings }, newcomer.communityId, [newcomer.userId])
  if (minors.size > 0) return
  const { company, firstname, pseudo } = newcomer.profile
  const values = { name: company || firstname || pseudo, gender: newcomer.gender ?? 'other' }
  const [fr, en] = [translatorFor('fr'), translatorFor('en')]
  const { id, row } = await createEvent({ state, db, tx }, newcomer, {
    texts: {
      title: fr('welcome.title', values),
      title_en: en('welcome.title', values),
      description: fr('welcome.text', values),
      description_en: en('welcome.text', values),
    },
    groupId: 'welcome',
    photoId: null,
    channelIds,
    tmpId: 'welcome',
    limit: { bucket: `welcome ${newcomer.userId}`, max: WELCOMES_PER_DAY, windowMs: DAY_MS },
    now: clock.now(),
  })
  if (row)
    afterCommit(() => bus.publish('event.created', { eventId: id, communityId: newcomer.communityId, channelIds }))
}
