import { exportAuditLog } from '#server/kernel/audit.ts'
import type { ExportFile, ExportRecipient } from '#server/kernel/data-export.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findAccountUsers } from '../membership/member-export.service.ts'

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
): Promise<ExportFile[]> => {
  const files: ExportFile[] = []
  for (const feature of platform.features) files.push(...((await feature.exports?.(platform, recipient)) ?? []))
  return files.map(file => ({
    ...file,
    name: `${folder}/${file.name}`,
    ...(file.pictures && { pictures: file.pictures.map(({ path, open }) => ({ path: `${folder}/${path}`, open })) }),
  }))
}

/** Returns the files of an account’s data export, with one folder per community. */
export const collectExport = async (platform: Platform, accountId: string): Promise<ExportFile[]> => {
  const { db, features } = platform
  const users = await findAccountUsers(db, accountId)
  const names = new Set<string>()
  const files = features.flatMap(feature => feature.exportsOfAccount?.(platform, accountId) ?? [])
  files.push(exportAuditLog(db, accountId))
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
    files.push(...(await collectMembership(platform, recipient, folder)))
  }
  return files
}
