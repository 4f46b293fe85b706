import { switchCommunity } from '@parvis/contract/session.ts'
import { finishSetup, openSetup } from '@parvis/contract/setup.ts'
import { openSession } from '../../features/session/session.service.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { type AuditCalls, type AuditWorld, emptySetup } from './world.ts'

/** Switching and ending sessions, and the first setup. */
export const sessionCalls = ({ server, db, canaryText, home, email, addVisitor }: AuditWorld): AuditCalls => {
  const setup = { ...emptySetup, email: email(), firstname: 'Ada', lastname: canaryText }
  return {
    'POST /api/auth/switch session.switched': async () =>
      (await addVisitor()).visitor.call(switchCommunity, { body: { communityId: home } }),
    'POST /api/auth/switch session.revoked': async () =>
      (await addVisitor()).visitor.call(switchCommunity, { body: { communityId: home } }),
    'DELETE /api/user/sessions session.revoked': async () => {
      const { visitor, accountId, userId } = await addVisitor()
      await openSession(db, { accountId, userId, communityId: home, strategy: 'local' }, canaryText)
      return visitor.send({ method: 'DELETE', url: '/api/user/sessions' })
    },
    'POST /admin/setup/open setup.failed': () => server.visitor().call(openSetup, { body: { secret: newSecret() } }),
    'POST /admin/setup setup.failed': () =>
      server.visitor().call(finishSetup, { body: { ...setup, secret: newSecret() } }),
  }
}
