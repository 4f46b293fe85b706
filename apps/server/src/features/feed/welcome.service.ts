// Whoever comes in is welcomed by the community, once: the post is theirs, the words are the community's.
import type { Actor } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { findMinors } from '../session/minors.service.ts'
import { createEvent } from './create-event.service.ts'

const WELCOMES_A_DAY = 5

/**
 * In the transaction that lets them in; nothing where they have been welcomed before, or where the community has no
 * channel for it, and nothing of a minor, who is presented to nobody.
 */
export const publishWelcome = async (
  { db, bus, clock, settings }: Platform,
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
  const [fr, en] = [textsIn('fr'), textsIn('en')]
  const { id, row } = await createEvent({ db, tx }, newcomer, {
    words: {
      title: fr('welcome.title', values),
      title_en: en('welcome.title', values),
      description: fr('welcome.text', values),
      description_en: en('welcome.text', values),
    },
    groupId: 'welcome',
    photoId: null,
    channelIds,
    tmpId: 'welcome',
    limit: { bucket: `welcome ${newcomer.userId}`, most: WELCOMES_A_DAY, windowMs: DAY_MS },
    now: clock.now(),
  })
  if (row)
    afterCommit(() => bus.announce('event.created', { eventId: id, communityId: newcomer.communityId, channelIds }))
}
