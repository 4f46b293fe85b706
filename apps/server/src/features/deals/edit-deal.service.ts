// Those who manage a deal may edit it: a refused deal becomes pending again, an approved one stays approved.
import type { Deal } from '@parvis/contract/deals.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { DealBody } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { tellNear, textLimit } from '#server/kernel/limits/day-limit.ts'
import { countHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { said } from '#server/kernel/written.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import {
  onePicture,
  pictureWords,
  releasePicture,
  storePicture,
  tellPicture,
  usePublicPicture,
} from '../media/media.service.ts'
import { takeBackDealWaits, tellDealWaits } from '../notifications/tell-approvals.service.ts'
import { dealLimits, getCity, giveUri, mustBeCategory, mustInvite } from './create-deal.service.ts'
import { isDeal, markDeals, reachCommunities, readStanding, tellStanding } from './deal-standing.service.ts'
import { dealSlug } from './deal-uri.ts'
import { endOf, mustBeDeal, readDeal, startOf } from './deal-writing.ts'
import { dealAbilities, dealState } from './deals.policy.ts'
import type { DealRow } from './deals.queries.ts'
import { getDealFor, getDealRow, lockDeal } from './deals.service.ts'
import { noteDealOf } from './note-deal.service.ts'

/** Instants of changed dates only, so that a deal ended by hand stays ended until it gets another end date. */
const momentsOf = (row: DealRow, { starts_on, ends_on }: Pick<DealRow, 'starts_on' | 'ends_on'>) => ({
  ...(starts_on !== row.starts_on && { starts_at: startOf(starts_on, row.timezone) }),
  ...(ends_on !== row.ends_on && { ends_at: endOf(ends_on, row.timezone) }),
})

/** Changes a deal: absent fields stay, null empties them. */
export const editDeal = async (
  platform: Platform,
  actor: Actor,
  id: string,
  body: DealBody,
  files: readonly UploadedFile[],
): Promise<Deal> => {
  const { db, bus, clock } = platform
  const before = await getDealRow(platform, actor, id)
  if (!dealAbilities(actor, before, clock.now()).edit) return fail('forbidden')
  const { choices, ...written } = readDeal(body, before.choices)
  const writing = said(written)
  const file = onePicture(files)
  const mustStand = (row: DealRow) =>
    mustBeDeal(
      { ...row, ...writing },
      Boolean(file ?? (body.photoUri === undefined ? row.photo : body.photoUri)),
      row.phone,
    )
  mustStand(before)
  if (writing.category_id) await mustBeCategory(db, writing.category_id)
  if (writing.template_id && writing.template_id !== before.template_id)
    await mustInvite(db, actor, writing.template_id)
  const words = pictureWords(body)
  const stored = file && (await storePicture(platform, actor, file.bytes, words))
  let replaced: (string | null | undefined)[] = []
  try {
    await inTransaction(db, async (tx, afterCommit) => {
      const row = await lockDeal(tx, clock, actor, id, 'edit')
      mustStand(row)
      const now = clock.now()
      const next = { ...row, ...writing }
      const place = { longitude: next.longitude!, latitude: next.latitude! }
      const hasMoved = place.longitude !== row.longitude || place.latitude !== row.latitude
      const cityId = hasMoved ? await getCity(tx, place) : row.city_id
      const customUri =
        cityId === row.city_id ? row.custom_uri : await giveUri(tx, cityId, dealSlug(next.title ?? next.title_en))
      const kept = row.photo?.id ?? null
      const photoUri =
        presentMediaUri(stored?.id) ?? (body.photoUri === undefined ? presentMediaUri(kept) : body.photoUri)
      const photoId = photoUri ? await usePublicPicture(tx, actor, photoUri, words, { kept }) : null
      const limits = [...dealLimits(actor), textLimit(actor, body)]
      tellNear(platform, actor, limits, await countHits(tx, limits), afterCommit)
      // The map shows the old place.
      replaced = [kept === photoId ? null : kept, hasMoved ? row.map_photo?.id : null]
      const standing = await readStanding(tx, id)
      await tx
        .updateTable('deals')
        .set({
          ...writing,
          ...(choices && { choices: JSON.stringify(choices) }),
          category_id: next.category_id!,
          city_id: cityId,
          custom_uri: customUri,
          photo_id: photoId,
          ...(hasMoved && { map_photo_id: null }),
          ...momentsOf(row, next),
          ...(row.refused_at && { refused_at: null, refusal: null }),
          version: sql`version + 1`,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute()
      await noteDealOf(tx, actor, 'deal.changed', row)
      if (row.refused_at) {
        const waiting = { communityId: row.community_id, dealId: id, userId: row.user_id }
        await tellDealWaits(platform, { tx, afterCommit }, waiting)
      }
      await markDeals(tx, isDeal(id), now)
      if (hasMoved || next.nearby !== row.nearby) await reachCommunities(tx, isDeal(id))
      const after = await readStanding(tx, id)
      if (photoId && !stored) afterCommit(() => tellPicture(platform, photoId))
      afterCommit(() => bus.announce('shown.changed', { ids: [id] }))
      tellStanding(platform, afterCommit, { dealId: id, homeId: row.community_id, before: standing, after })
    })
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    throw error
  }
  for (const picture of replaced) if (picture) await releasePicture(platform, picture, 'public')
  return getDealFor(platform, actor, id)
}

/** Ends a deal now; one that is over or refused stays as it is. */
export const endDeal = async (platform: Platform, actor: Actor, id: string): Promise<Deal> => {
  const { db, clock } = platform
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDeal(tx, clock, actor, id, 'edit')
    const now = clock.now()
    if (['ended', 'refused'].includes(dealState(row, now))) return
    const today = dayAt(now.getTime(), row.timezone)
    const before = await readStanding(tx, id)
    await tx
      .updateTable('deals')
      .set({
        ends_at: now,
        // A deal that has not started yet ends on its own start date.
        ends_on: row.starts_on && row.starts_on > today ? row.starts_on : today,
        version: sql`version + 1`,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    await noteDealOf(tx, actor, 'deal.ended', row)
    if (!row.approved_at) await takeBackDealWaits(platform, { tx, afterCommit }, { dealId: id })
    await markDeals(tx, isDeal(id), now)
    const after = await readStanding(tx, id)
    tellStanding(platform, afterCommit, { dealId: id, homeId: row.community_id, before, after })
  })
  return getDealFor(platform, actor, id)
}
