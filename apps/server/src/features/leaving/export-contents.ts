import type { Readable } from 'node:stream'
import { type ExportFile, type ExportRecipient, createExportFile } from '#server/kernel/data-export.ts'
import { exportAuditLog } from '#server/kernel/audit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { exportBlocks } from '../blocks/blocks-export.service.ts'
import { exportChat } from '../chat/chat-export.service.ts'
import { exportDealReports, exportDeals } from '../deals/deals-export.service.ts'
import { exportDigest } from '../digests/digests-export.service.ts'
import { exportFeed } from '../feed/feed-export.service.ts'
import { findPicturesForExport } from '../media/media-export.service.ts'
import { exportAlerts, exportNotifications } from '../notifications/notifications-export.service.ts'
import { exportDecisions } from '../moderation/member-cases.service.ts'
import { exportPersonReports } from '../people/people-export.service.ts'
import { exportStays } from '../profile/profile-export.service.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { exportAccount } from '../entry/account-export.service.ts'
import { findAccountUsers, exportProfile } from '../membership/member-export.service.ts'

export interface ExportContents {
  files: ExportFile[]
  pictures: { name: string; open(): Promise<Readable | null> }[]
}

/** Returns a folder name that is valid on every operating system. */
const folderOf = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} '’-]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'community'

const collectMembership = async (
  platform: Platform,
  recipient: ExportRecipient,
  folder: string,
): Promise<ExportContents> => {
  const { db } = platform
  const pictures = await findPicturesForExport(platform, recipient)
  const files = [
    exportProfile(db, recipient),
    ...exportFeed(db, recipient),
    ...exportChat(db, recipient),
    exportDeals(db, recipient),
    exportDealReports(db, recipient),
    exportDecisions(db, recipient),
    exportAlerts(db, recipient),
    exportNotifications(db, recipient),
    exportDigest(db, recipient),
    exportBlocks(db, recipient),
    exportPersonReports(db, recipient),
    exportStays(db, recipient),
    { ...createExportFile('pictures', async () => pictures.map(({ entry }) => entry)), isIndex: true as const },
  ]
  return {
    files: files.map(file => ({ ...file, name: `${folder}/${file.name}` })),
    pictures: pictures.map(({ entry, open }) => ({ name: `${folder}/${entry.file}`, open })),
  }
}

/** Returns the files and pictures of an account’s data export, with one folder per community. */
export const collectExport = async (platform: Platform, accountId: string): Promise<ExportContents> => {
  const { db } = platform
  const users = await findAccountUsers(db, accountId)
  const names = new Set<string>()
  const all: ExportContents = { files: [exportAccount(db, accountId), exportAuditLog(db, accountId)], pictures: [] }
  for (const { communityId, userId, name, blockedIds, goneIds } of users) {
    const plain = folderOf(name)
    const folder = names.has(plain) ? `${plain} ${names.size + 1}` : plain
    names.add(folder)
    const recipient = {
      communityId,
      userId,
      accountId,
      hiddenUserIds: [...blockedIds, ...goneIds],
      ageRule: currentAgeRule(platform),
    }
    const { files, pictures } = await collectMembership(platform, recipient, folder)
    all.files.push(...files)
    all.pictures.push(...pictures)
  }
  return all
}
