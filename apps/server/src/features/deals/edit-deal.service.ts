// Users who manage a deal may edit it: a refused deal becomes pending again, an approved one stays approved.
import type { Deal } from '@parvis/contract/deals.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { DealBody } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { withoutUndefined } from '#server/kernel/text-input.ts'
import { editedPhotoUri } from '#server/kernel/picture.ts'
import {
  singleFileOf,
  altTextsOf,
  releasePicture,
  publishPictureChange,
  attachPublicPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import { retractDealNotifications, notifyOfPendingDeal } from './notify-deals.service.ts'
import {
  dealLimits,
  getNearestCityId,
  allocateSlug,
  assertDealCategory,
  assertInvitationTemplate,
} from './create-deal.service.ts'
import { dealWithId, updateDealReach, changeDeals } from './deal-visibility.service.ts'
import { dealSlug } from './deal-slug.ts'
import {
  endInstant,
  assertValidDeal,
  type DealFields,
  parseDeal,
  startInstant,
  type ValidatedFields,
} from './deal-fields.ts'
import { dealAbilities, dealState } from './deals.policy.ts'
import type { DealRow } from './deals.queries.ts'
import { getDealFor, getDealRow, lockDeal } from './deals.service.ts'
import { auditDealAct } from './audit-deal.service.ts'

/** Returns the instants of changed dates only: a deal ended manually stays ended until its end date changes. */
const changedInstants = (row: DealRow, { starts_on, ends_on }: Pick<DealRow, 'starts_on' | 'ends_on'>) => ({
  ...(starts_on !== row.starts_on && { starts_at: startInstant(starts_on, row.timezone) }),
  ...(ends_on !== row.ends_on && { ends_at: endInstant(ends_on, row.timezone) }),
})

/** Checks the deal as it would be after the edit. */
const assertValidEdit = (row: DealRow, fields: Partial<DealFields>, body: DealBody, hasFile: boolean) =>
  assertValidDeal(
    { ...row, ...fields },
    hasFile || Boolean(body.photoUri === undefined ? row.photo : body.photoUri),
    row.phone,
  )

/** The town and the slug of an edited deal; both remain unchanged unless the deal moves to another town. */
const locateDeal = async (
  tx: Tx,
  row: DealRow,
  next: Pick<ValidatedFields, 'title' | 'title_en' | 'longitude' | 'latitude'>,
) => {
  const place = { longitude: next.longitude!, latitude: next.latitude! }
  const hasMoved = place.longitude !== row.longitude || place.latitude !== row.latitude
  const cityId = hasMoved ? await getNearestCityId(tx, place) : row.city_id
  const customUri =
    cityId === row.city_id ? row.custom_uri : await allocateSlug(tx, cityId, dealSlug(next.title ?? next.title_en))
  return { hasMoved, cityId, customUri }
}

const updateDeal = (
  tx: Tx,
  row: DealRow,
  edit: {
    fields: Partial<Omit<DealFields, 'choices'>>
    choices: DealFields['choices']
    location: Awaited<ReturnType<typeof locateDeal>>
    photoId: string | null
    now: Date
  },
) => {
  const { fields, choices, location, photoId, now } = edit
  const next = { ...row, ...fields }
  return tx
    .updateTable('deals')
    .set({
      ...fields,
      ...(choices && { choices: JSON.stringify(choices) }),
      category_id: next.category_id!,
      city_id: location.cityId,
      custom_uri: location.customUri,
      photo_id: photoId,
      ...(location.hasMoved && { map_photo_id: null }),
      ...changedInstants(row, next),
      ...(row.refused_at && { refused_at: null, refusal: null }),
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute()
}

/** Edits a deal: absent fields stay unchanged, null clears a field. */
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
  const { choices, ...parsed } = parseDeal(body, before.choices)
  const fields = withoutUndefined(parsed)
  const file = singleFileOf(files)
  assertValidEdit(before, fields, body, file !== undefined)
  if (fields.category_id) await assertDealCategory(db, fields.category_id)
  if (fields.template_id && fields.template_id !== before.template_id)
    await assertInvitationTemplate(db, actor, fields.template_id)
  const altTexts = altTextsOf(body)
  const replaced = await withStoredPicture(platform, actor, file, altTexts, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const context = { tx, afterCommit }
      const row = await lockDeal(tx, clock, actor, id, 'edit')
      assertValidEdit(row, fields, body, file !== undefined)
      const next = { ...row, ...fields }
      const location = await locateDeal(tx, row, next)
      const currentId = row.photo?.id ?? null
      const photoUri = editedPhotoUri(stored?.id, body, currentId)
      const photoId = photoUri ? await attachPublicPicture(tx, actor, photoUri, altTexts, { currentId }) : null
      await consumeDayLimits(platform, actor, context, [...dealLimits(actor), textLimit(actor, body)])
      await changeDeals(platform, context, [row], async () => {
        await updateDeal(tx, row, { fields, choices, location, photoId, now: clock.now() })
        await auditDealAct(tx, actor, 'deal.changed', row)
        const pendingDeal = { communityId: row.community_id, dealId: id, userId: row.user_id }
        if (row.refused_at) await notifyOfPendingDeal(platform, context, pendingDeal)
        if (location.hasMoved || next.nearby !== row.nearby) await updateDealReach(tx, dealWithId(id))
        if (photoId && !stored) afterCommit(() => publishPictureChange(platform, photoId))
        afterCommit(() => bus.publish('display.changed', { ids: [id] }))
      })
      // The static map shows the former location, so it is removed when the deal moves.
      return [currentId === photoId ? null : currentId, location.hasMoved ? row.map_photo?.id : null]
    }),
  )
  for (const picture of replaced) await releasePicture(platform, picture, 'public')
  return getDealFor(platform, actor, id)
}

/** Ends a deal now; a deal that is over or refused stays unchanged. */
export const endDeal = async (platform: Platform, actor: Actor, id: string): Promise<Deal> => {
  const { db, clock } = platform
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDeal(tx, clock, actor, id, 'edit')
    const now = clock.now()
    if (['ended', 'refused'].includes(dealState(row, now))) return
    const today = dayAt(now.getTime(), row.timezone)
    const context = { tx, afterCommit }
    await changeDeals(platform, context, [row], async () => {
      await tx
        .updateTable('deals')
        .set({
          ends_at: now,
          // The end date of a deal that has not started yet is set to its start date.
          ends_on: row.starts_on && row.starts_on > today ? row.starts_on : today,
          version: sql`version + 1`,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute()
      await auditDealAct(tx, actor, 'deal.ended', row)
      if (!row.approved_at) await retractDealNotifications(platform, context, { dealId: id })
    })
  })
  return getDealFor(platform, actor, id)
}
