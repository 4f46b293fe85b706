import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'leaving-code-left-out',
    breaks: 'A member with a second factor also needs its code to prove account ownership',
    file: 'apps/server/src/features/leaving/leaving.service.ts',
    find: 'if (actor.hasSecondFactor) await',
    replace: 'if (actor.hasSecondFactor && code) await',
  },
  {
    name: 'leaving-fetched-without-proof',
    breaks: 'Downloading a data export requires a recent proof of account ownership',
    file: 'apps/server/src/features/leaving/export.service.ts',
    find: '  await assertRecentProof(platform, actor)\n  return { row, file }',
    replace: '  return { row, file }',
  },
  {
    name: 'leaving-failed-export-stays',
    breaks: 'A failed data export can be requested again',
    file: 'apps/server/src/features/leaving/export.service.ts',
    find: 'if (existing && !existing.failed_at) return existing',
    replace: 'if (existing) return existing',
  },
  {
    name: 'leaving-export-cached',
    breaks: 'A data export is not stored by any cache',
    file: 'apps/server/src/features/leaving/leaving.routes.ts',
    find: "'cache-control': 'private, no-store'",
    replace: "'cache-control': 'private, max-age=3600'",
  },
  {
    name: 'leaving-no-password-no-proof',
    breaks: 'A member with an e-mail but no password proves account ownership by a mailed link',
    file: 'apps/server/src/features/second-factor/proof.service.ts',
    find: "password_hash !== null ? 'password' : email !== null ? 'mail' : 'none'",
    replace: "email !== null && password_hash !== null ? 'password' : 'none'",
    heldBy: 'apps/server/src/features/leaving/delete-account.test.ts',
  },
  {
    name: 'leaving-archive-row-before-bytes',
    breaks: 'The row of an archive is deleted after its file, and stays if the file cannot be removed',
    file: 'apps/server/src/features/leaving/export.service.ts',
    find: '    if (deleted) await storage.remove(storageKeyOf(deleted.id))\n',
    replace: '    if (deleted) void storage.remove(storageKeyOf(deleted.id)).catch(() => {})\n',
  },
]
