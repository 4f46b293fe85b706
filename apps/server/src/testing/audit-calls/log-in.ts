import { logIn, logInAsGuest, logInByLink, register, signUpAsGuest } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { newSecret } from '../../kernel/secrets.ts'
import { type AuditCalls, type AuditWorld, linkOf } from './world.ts'

const failLogIn = ({ server, canaryText, home }: AuditWorld) =>
  server
    .visitor()
    .call(logIn, { body: { email: `${canaryText}@record.example`, password: canaryText, communityId: home } })

/** Fills a rate limit, so that the next attempt is refused, and ends the current waits of the backoff queue. */
const fillRateLimit = async ({ db }: AuditWorld, bucket: string, attemptCount: number) => {
  const at = sql<Date[]>`array_fill(clock_timestamp() - interval '1 hour', array[${sql.lit(attemptCount)}])`
  await db
    .insertInto('attempts')
    .values({ bucket, at })
    .onConflict(conflict => conflict.column('bucket').doUpdateSet({ at }))
    .execute()
  await db
    .updateTable('waits')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .execute()
}

const signUpWithWrongKey = async ({ server, db, canaryText, gare }: AuditWorld) => {
  const body = { communityId: gare, deviceId: newSecret(), registerkey: canaryText }
  const first = await server.visitor().call(signUpAsGuest, { body })
  if (first.status !== 429) return first
  await db
    .updateTable('waits')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .execute()
  return server.visitor().call(signUpAsGuest, { body })
}

/** Acts of logging in with a password, by link or as a guest, and of registering with a registration key. */
export const logInCalls = (world: AuditWorld): AuditCalls => {
  const { server, db, canaryText, home, gare, email, add } = world
  return {
    'POST /api/auth login.failed': () => failLogIn(world),
    'POST /api/auth login.slowed': async () => {
      const { accountId } = await add({ email: `slow-${canaryText}@record.example` })
      await fillRateLimit(world, `login-account ${accountId}`, 20)
      const body = { email: `slow-${canaryText}@record.example`, password: canaryText, communityId: home }
      const unknownAddress = { 'x-forwarded-for': '198.51.100.77' }
      const first = await server.visitor().call(logIn, { body }, unknownAddress)
      await fillRateLimit(world, `login-account ${accountId}`, 20)
      return first.error.key === 'toomanyrequests' ? server.visitor().call(logIn, { body }, unknownAddress) : first
    },
    'POST /api/auth/jwt link.failed': () => server.visitor().call(logInByLink, { body: { token: canaryText } }),
    'POST /api/auth/jwt email.confirmed': async () => {
      const person = await add({ email: null })
      await db
        .updateTable('accounts')
        .set({ email_to_confirm: `${canaryText}-new@record.example` })
        .where('id', '=', person.accountId)
        .execute()
      return server.visitor().call(logInByLink, { body: { token: await linkOf(world, person, 'email') } })
    },
    'POST /api/auth/guest guest': async () => {
      const body = { communityId: home, deviceId: newSecret() }
      await server.visitor().call(signUpAsGuest, { body })
      return server.visitor().call(logInAsGuest, { body })
    },
    'POST /api/auth/signup/guest key.failed': () => signUpWithWrongKey(world),
    'POST /api/auth/signup/guest key.slowed': async () => {
      await fillRateLimit(world, `key-community ${gare}`, 60)
      return signUpWithWrongKey(world)
    },
    'POST /api/users key.failed': () =>
      server.visitor().call(
        register,
        { body: { communityId: gare, email: email(), registerkey: canaryText } },
        {
          'x-forwarded-for': '198.51.100.78',
        },
      ),
  }
}
