// The team draws the map around a deal once, so that viewers need not contact a map service.
import { isSamePoint } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import type { drawDealMap as drawDealMapCall } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { presentPoint } from '../community/community.presenter.ts'
import {
  singleFileOf,
  altTextsOf,
  releasePicture,
  attachPublicPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import { readDealVisibility, publishDealChange } from './deal-visibility.service.ts'
import { dealAbilities } from './deals.policy.ts'
import { getDealFor, getDealRow, lockDeal } from './deals.service.ts'
import { auditDealAct } from './audit-deal.service.ts'

/** Separate from the limit of created and edited deals, because the team may draw maps for many deals in a row. */
export const MAPS_PER_HALF_HOUR = 120

export const drawDealMap = async (
  platform: Platform,
  actor: Actor,
  { _id: id, mapPhotoUri, loc, alt }: Body<typeof drawDealMapCall>,
  files: readonly UploadedFile[],
): Promise<Deal> => {
  const { db, clock } = platform
  if (!dealAbilities(actor, await getDealRow(platform, actor, id), clock.now()).drawMap) return fail('forbidden')
  const file = singleFileOf(files)
  if (!file && mapPhotoUri === undefined) return fail('badrequest', { field: FILES_FIELD })
  const altTexts = altTextsOf({ alt })
  await consume(db, [{ bucket: `deal-map ${actor.userId}`, max: MAPS_PER_HALF_HOUR, windowMs: HALF_HOUR_MS }])
  const replaced = await withStoredPicture(platform, actor, file, altTexts, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const row = await lockDeal(tx, clock, actor, id, 'drawMap')
      if (loc && !isSamePoint(loc, presentPoint(row.longitude, row.latitude))) fail('badrequest', { field: 'loc' })
      const currentId = row.map_photo?.id ?? null
      const uri = presentMediaUri(stored?.id) ?? mapPhotoUri
      const mapId = uri
        ? await attachPublicPicture(tx, actor, uri, altTexts, { currentId, field: 'mapPhotoUri' })
        : null
      await tx
        .updateTable('deals')
        .set({ map_photo_id: mapId, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
      await auditDealAct(tx, actor, 'deal.mapped', row)
      const visibility = await readDealVisibility(tx, id)
      publishDealChange(platform, afterCommit, {
        dealId: id,
        homeId: row.community_id,
        before: visibility,
        after: visibility,
      })
      return currentId === mapId ? null : currentId
    }),
  )
  await releasePicture(platform, replaced, 'public')
  return getDealFor(platform, actor, id)
}
