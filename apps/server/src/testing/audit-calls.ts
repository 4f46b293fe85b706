// Triggers the audited acts that the calls of the rights tables do not trigger.
import type { FakeApple } from './apple.ts'
import { administrationCalls } from './audit-calls/administration.ts'
import { appleCalls } from './audit-calls/apple.ts'
import { leavingCalls } from './audit-calls/leaving.ts'
import { logInCalls } from './audit-calls/log-in.ts'
import { moderationCalls } from './audit-calls/moderation.ts'
import { postCalls } from './audit-calls/posts.ts'
import { profileCalls } from './audit-calls/profile.ts'
import { secondFactorCalls } from './audit-calls/second-factor.ts'
import { sessionCalls } from './audit-calls/sessions.ts'
import { type AuditCalls, createAuditWorld } from './audit-calls/world.ts'
import type { TestServer } from './test-server.ts'

/**
 * Returns a function for each `route act` that triggers the act. `canaryText` is entered in every text field and must
 * not appear in the audit log.
 */
export const auditCalls = async (server: TestServer, apple: FakeApple, canaryText: string): Promise<AuditCalls> => {
  const world = await createAuditWorld(server, apple, canaryText)
  return {
    ...administrationCalls(world),
    ...secondFactorCalls(world),
    ...moderationCalls(world),
    ...logInCalls(world),
    ...appleCalls(world),
    ...sessionCalls(world),
    ...leavingCalls(world),
    ...postCalls(world),
    ...profileCalls(world),
  }
}
