import { deleteAccount, makeExport, undoDeparture } from '@parvis/contract/leaving.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { DEMO_PASSWORD } from '../test-server.ts'
import { type AuditCalls, type AuditWorld, linkOf, provePassword } from './world.ts'

const addExporter = async ({ addVisitor }: AuditWorld) => {
  const { visitor, accountId } = await addVisitor()
  await provePassword(visitor, DEMO_PASSWORD)
  await visitor.call(makeExport, { body: {} })
  return { visitor, accountId }
}

const deleteNewAccount = async ({ addVisitor }: AuditWorld) => {
  const person = await addVisitor()
  await provePassword(person.visitor, DEMO_PASSWORD)
  await person.visitor.call(deleteAccount)
  return person
}

/** Acts of leaving, of undoing a departure, and of the data export. */
export const leavingCalls = (world: AuditWorld): AuditCalls => {
  const { server, db, platform, canaryText, addVisitor } = world
  return {
    'POST /api/user/proof proof.failed': async () => provePassword((await addVisitor()).visitor, canaryText),
    'DELETE /api/user account.deleted': () => deleteNewAccount(world),
    'DELETE /api/register community.left': async () =>
      (await addVisitor()).visitor.send({ method: 'DELETE', url: '/api/register' }),
    'POST /api/user/undo departure.undone': async () => {
      const token = await linkOf(world, await deleteNewAccount(world), 'deleted')
      return server.visitor().call(undoDeparture, { body: { token } })
    },
    'POST /api/user/undo link.failed': () => server.visitor().call(undoDeparture, { body: { token: newSecret() } }),
    'POST /api/user/export export.asked': () => addExporter(world),
    'DELETE /api/user/export export.dropped': async () =>
      (await addExporter(world)).visitor.send({ method: 'DELETE', url: '/api/user/export' }),
    'GET /api/user/export/file export.fetched': async () => {
      const { visitor, accountId } = await addExporter(world)
      const { id } = await db
        .updateTable('exports')
        .set({ ready_at: new Date() })
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirstOrThrow()
      await platform.storage.put(`${id}/zip`, Buffer.from(canaryText))
      return visitor.send({ method: 'GET', url: '/api/user/export/file' })
    },
  }
}
