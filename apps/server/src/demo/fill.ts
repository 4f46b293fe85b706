import { makeWorld } from '@parvis/demo-world/make-world.ts'
import { idAt } from '../kernel/ids.ts'
import type { Db } from '../kernel/postgres/db.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Storage } from '../kernel/storage.ts'
import { writeDemoChats } from '../features/chat/chat.demo.ts'
import { writeDemoCommunities } from '../features/community/community.demo.ts'
import { writeDealCategories, writeDemoDealReads, writeDemoDeals } from '../features/deals/deals.demo.ts'
import { writeDemoPosts } from '../features/feed/feed.demo.ts'
import { storeDemoWelcomePdfs } from '../features/information/information.demo.ts'
import { createPictureWriter } from '../features/media/media.demo.ts'
import { writeDemoNotifications } from '../features/notifications/notifications.demo.ts'
import { writeDemoTemplates } from '../features/publish/publish.demo.ts'
import { writeDemoMembers } from '../features/membership/membership.demo.ts'
import { writeDemoMornings } from '../features/weather/weather.demo.ts'

/**
 * Writes the demo world with dates relative to `now`, feature by feature in the order of the foreign keys and in one
 * transaction. The next run overwrites images and PDFs that a failed run has stored. `cacheFolder` holds rendered
 * images, which makes the next run quicker.
 */
export const fillDemoWorld = async ({
  db,
  storage,
  secretBox,
  now = new Date(),
  cacheFolder,
}: {
  db: Db
  storage: Storage
  secretBox: SecretBox
  now?: Date
  cacheFolder?: string
}): Promise<void> => {
  const { communities, templates, members, deals, posts, chats, dealReads } = makeWorld({ now, idAt })
  await db.transaction().execute(async tx => {
    const writePictures = createPictureWriter(tx, storage, cacheFolder)
    await writePictures(communities.pictures)
    await writeDemoCommunities(tx, communities, secretBox, await storeDemoWelcomePdfs(storage, communities))
    await writeDemoTemplates(tx, templates)
    await writePictures(members.pictures)
    await writeDemoMembers(tx, members)
    await writePictures(deals.pictures)
    await writeDealCategories(tx, deals)
    await writeDemoDeals(tx, deals, communities)
    await writeDemoDealReads(tx, dealReads)
    await writePictures(posts.pictures)
    await writeDemoPosts(tx, posts)
    await writeDemoMornings(tx, posts)
    await writeDemoChats(tx, chats)
    await writeDemoNotifications(tx, now)
  })
}

/** Writes the initial data of every installation: the message templates and the deal categories. */
export const fillCatalogue = async (db: Db, now = new Date()): Promise<void> => {
  const { templates, deals } = makeWorld({ now, idAt })
  await db.transaction().execute(async tx => {
    await writeDemoTemplates(tx, templates)
    await writeDealCategories(tx, deals)
  })
}
