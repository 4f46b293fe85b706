// Reading the audit log is itself audited.
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { HOUR_MS, recordIfWithinLimit } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'

/** Records at most one entry per hour and session, because every page and every keystroke of a search is a request. */
export const recordAuditLogRead = async ({ db }: Platform, actor: Actor, address: string): Promise<void> => {
  const limit = { bucket: `audit-read ${actor.sessionId}`, max: 1, windowMs: HOUR_MS }
  if (await recordIfWithinLimit(db, limit)) await audit(db, { act: 'audit.read', ...auditActor(actor), address })
}
