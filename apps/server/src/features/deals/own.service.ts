// Data export of the deals that a user offers and has reported.
import { bothOf, type OwnFile, type OwnKey, shortFile } from '#server/kernel/own-data.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const ownDeals = (db: Db, { communityId, userId }: OwnKey): OwnFile =>
  shortFile('good-deals', async () =>
    (
      await db
        .selectFrom('deals')
        .selectAll()
        .where('community_id', '=', communityId)
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(row => ({
      title: bothOf(row.title, row.title_en),
      description: bothOf(row.description, row.description_en),
      promotion: bothOf(row.promotion, row.promotion_en),
      openingTime: bothOf(row.opening_time, row.opening_time_en),
      price: bothOf(row.price, row.price_en),
      invitation: bothOf(row.activity_description, row.activity_description_en),
      address: row.address,
      zipCode: row.zip_code,
      city: row.city,
      phone: row.phone,
      webSite: row.web_site_url,
      facebook: row.fb_url,
      email: row.email,
      picture: row.photo_id ? `pictures/${row.photo_id}.webp` : undefined,
      from: row.starts_on,
      until: row.ends_on,
      seenBy: row.seen_count,
      routes: row.routes_count,
      writtenAt: row.created_at,
      changedAt: row.updated_at,
    })),
  )

export const ownDealReports = (db: Db, { userId }: OwnKey): OwnFile =>
  shortFile('reported-deals', async () =>
    (
      await db
        .selectFrom('deal_flags')
        .select(['rule', 'reason', 'created_at'])
        .where('reporter_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(({ rule, reason, created_at }) => ({ rule, reason, reportedAt: created_at })),
  )
