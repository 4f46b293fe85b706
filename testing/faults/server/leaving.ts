import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'leaving-code-left-out',
    breaks: 'Who has a second factor proves to be the owner by its code too',
    file: 'apps/server/src/features/leaving/leaving.service.ts',
    find: 'if (actor.hasSecondFactor) await',
    replace: 'if (actor.hasSecondFactor && code) await',
  },
  {
    name: 'leaving-fetched-without-proof',
    breaks: 'An export is fetched only by who has just proved to be the owner of the account',
    file: 'apps/server/src/features/leaving/export.service.ts',
    find: '  await assertRecentProof(platform, actor)\n  return { row, file }',
    replace: '  return { row, file }',
  },
  {
    name: 'leaving-failed-export-stays',
    breaks: 'An export that failed can be asked for again',
    file: 'apps/server/src/features/leaving/export.service.ts',
    find: 'if (before && !before.failed_at) return before',
    replace: 'if (before) return before',
  },
  {
    name: 'leaving-export-cached',
    breaks: 'An export is kept by no cache',
    file: 'apps/server/src/features/leaving/leaving.routes.ts',
    find: "'cache-control': 'private, no-store'",
    replace: "'cache-control': 'private, max-age=3600'",
  },
  {
    name: 'leaving-no-password-no-proof',
    breaks: 'Who has an e-mail and no password proves to be the owner by a mailed link',
    file: 'apps/server/src/features/session/proof.service.ts',
    find: "password_hash !== null ? 'password' : email !== null ? 'mail' : 'none'",
    replace: "email !== null && password_hash !== null ? 'password' : 'none'",
    heldBy: 'apps/server/src/features/leaving/leaving.test.ts',
  },
  {
    name: 'leaving-archive-row-before-bytes',
    breaks: 'The row of an archive goes after its bytes, and stays where they cannot be removed',
    file: 'apps/server/src/features/leaving/export.service.ts',
    find: '    if (deleted) await storage.remove(storageKeyOf(deleted.id))\n',
    replace: '    if (deleted) void storage.remove(storageKeyOf(deleted.id)).catch(() => {})\n',
  },
]
