import type { Readable } from 'node:stream'
import { type OwnFile, type OwnReader, shortFile } from '#server/kernel/own-data.ts'
import { ownLog } from '#server/kernel/audit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { ownBlocks } from '../blocks/own.service.ts'
import { ownChat } from '../chat/own.service.ts'
import { ownDealReports, ownDeals } from '../deals/own.service.ts'
import { ownDigest } from '../digests/own.service.ts'
import { ownFeed } from '../feed/own.service.ts'
import { findOwnPictures } from '../media/own.service.ts'
import { ownAlerts, ownNotifications } from '../notifications/own.service.ts'
import { ownDecisions } from '../moderation/own.service.ts'
import { ownReports } from '../people/own.service.ts'
import { ownStays } from '../profile/own.service.ts'
import { agesOf } from '#server/kernel/minors.ts'
import { findOwnUsers, ownAccount, ownProfile } from '../session/own.service.ts'

export interface OwnThings {
  files: OwnFile[]
  pictures: { name: string; open(): Promise<Readable | null> }[]
}

/** A folder name valid on every system. */
const folderOf = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} '’-]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'community'

const ofOne = async (platform: Platform, key: OwnReader, folder: string): Promise<OwnThings> => {
  const { db } = platform
  const pictures = await findOwnPictures(platform, key)
  const files = [
    ownProfile(db, key),
    ...ownFeed(db, key),
    ...ownChat(db, key),
    ownDeals(db, key),
    ownDealReports(db, key),
    ownDecisions(db, key),
    ownAlerts(db, key),
    ownNotifications(db, key),
    ownDigest(db, key),
    ownBlocks(db, key),
    ownReports(db, key),
    ownStays(db, key),
    { ...shortFile('pictures', async () => pictures.map(({ words }) => words)), isIndex: true as const },
  ]
  return {
    files: files.map(file => ({ ...file, name: `${folder}/${file.name}` })),
    pictures: pictures.map(({ words, open }) => ({ name: `${folder}/${words.file}`, open })),
  }
}

/** Everything about an account, one folder per community. */
export const collectOwn = async (platform: Platform, accountId: string): Promise<OwnThings> => {
  const { db } = platform
  const users = await findOwnUsers(db, accountId)
  const names = new Set<string>()
  const all: OwnThings = { files: [ownAccount(db, accountId), ownLog(db, accountId)], pictures: [] }
  for (const { communityId, userId, name, blockedIds, goneIds } of users) {
    const plain = folderOf(name)
    const folder = names.has(plain) ? `${plain} ${names.size + 1}` : plain
    names.add(folder)
    const reader = { communityId, userId, accountId, silencedIds: [...blockedIds, ...goneIds], ages: agesOf(platform) }
    const { files, pictures } = await ofOne(platform, reader, folder)
    all.files.push(...files)
    all.pictures.push(...pictures)
  }
  return all
}
