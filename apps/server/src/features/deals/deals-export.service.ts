// Data export: the deals that a user offers, and the deals that the user has reported.
import { bothLanguages, type ExportFile, type ExportSubject, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { createReportsExport } from '#server/kernel/postgres/reports.ts'

export const exportDeals = (db: Db, { communityId, userId }: ExportSubject): ExportFile =>
  createExportFile('good-deals', async () =>
    (
      await db
        .selectFrom('deals')
        .selectAll()
        .where('community_id', '=', communityId)
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(row => ({
      title: bothLanguages(row.title, row.title_en),
      description: bothLanguages(row.description, row.description_en),
      promotion: bothLanguages(row.promotion, row.promotion_en),
      openingTime: bothLanguages(row.opening_time, row.opening_time_en),
      price: bothLanguages(row.price, row.price_en),
      invitation: bothLanguages(row.activity_description, row.activity_description_en),
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

export const exportDealReports = (db: Db, { userId }: ExportSubject): ExportFile =>
  createReportsExport(db, 'reported-deals', 'deal_flags', userId)
