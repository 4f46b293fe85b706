// How each audited act is triggered, if the call of the rights table does not trigger it.
import { APPLE_CALLBACK, logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/apple.ts'
import { changeMember, decideOnNewcomer, invite } from '@parvis/contract/admin.ts'
import { flagMessage, isVisibleMessage, sendMessage } from '@parvis/contract/chat.ts'
import { cancelEvent, flagEvent, pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { deleteAccount, makeExport, proveOwner, undoDeparture } from '@parvis/contract/leaving.ts'
import {
  appealByLink,
  appealDecision,
  decideAppeal,
  decideCase,
  getCase,
  type ModerationDecision,
  readDecisionsByLink,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { finishSetup, openSetup } from '@parvis/contract/setup.ts'
import { logIn, logInAsGuest, logInByLink, register, signUpAsGuest, switchCommunity } from '@parvis/contract/session.ts'
import { decideOnDeal } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { newSecret } from '../kernel/secrets.ts'
import { makeLink } from '../features/session/link.service.ts'
import { openSession } from '../features/session/session.service.ts'
import type { LinkPurpose } from '../features/session/session.tables.ts'
import { BUNDLE_ID, type FakeApple } from './apple.ts'
import { addDeal } from './deals.ts'
import { addEvent } from './events.ts'
import { multipartOf } from './multipart.ts'
import { addPerson, asPerson, type NewPerson } from './people.ts'
import { plainPicture } from './pictures.ts'
import { turnOnFactor } from './second-factor.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

const HOME = 'les-tilleuls'
const GARE = 'quartier-de-la-gare'
const NEW_PASSWORD = 'velo-tilleul-lac'

/** `canaryText` is entered in every text field and must not appear in the audit log. */
export const auditCalls = async (
  server: TestServer,
  apple: FakeApple,
  canaryText: string,
): Promise<Record<string, () => Promise<unknown>>> => {
  const { db, platform } = server
  const [home, gare] = [await server.communityId(HOME), await server.communityId(GARE)]
  const administrator = await server.as('administrator')
  const nickname = () => `Rec${newId().slice(-8)}`
  const email = () => `${newId()}@record.example`
  const add = (more: Partial<NewPerson> = {}) =>
    addPerson(server, { email: email(), pseudo: nickname(), community: HOME, password: DEMO_PASSWORD, ...more })
  const addVisitor = (more: Partial<NewPerson> = {}) =>
    asPerson(server, { email: email(), pseudo: nickname(), community: HOME, password: DEMO_PASSWORD, ...more })
  /** A member with a complete profile, because saving an incomplete one is refused. */
  const addVisitorWithProfile = async (more: Partial<NewPerson> = {}) => {
    const person = await addVisitor(more)
    const whole = { firstname: 'Ada', lastname: 'Record' }
    await db.updateTable('users').set(whole).where('id', '=', person.userId).execute()
    return person
  }
  const linkOf = async (person: { accountId: string; userId: string }, purpose: LinkPurpose) =>
    (await makeLink(platform, { purpose, communityId: home, ...person })).token
  const changeNewMember = async (body: { role?: 'employee'; disabled?: boolean }) => {
    const { userId } = await add()
    return administrator.call(changeMember, { params: { id: userId }, body })
  }
  const decideOnNew = async (letIn: boolean) =>
    administrator.call(decideOnNewcomer, { params: { id: (await add({ enabled: false })).userId }, body: { letIn } })
  const send = async (visitor: Visitor, method: string, url: string, file: Buffer) =>
    visitor.send({ method, url, ...multipartOf([['files', file]]) })
  const picture = () => plainPicture().png().toBuffer()
  const failLogIn = () =>
    server
      .visitor()
      .call(logIn, { body: { email: `${canaryText}@record.example`, password: canaryText, communityId: home } })
  /** Fills a rate limit, so that the next attempt is refused. */
  const fillRateLimit = async (bucket: string, attemptCount: number) => {
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
  const withWrongKey = async () => {
    const body = { communityId: gare, deviceId: newSecret(), registerkey: canaryText }
    const first = await server.visitor().call(signUpAsGuest, { body })
    if (first.status !== 429) return first
    await db
      .updateTable('waits')
      .set({ due_at: sql<Date>`clock_timestamp()` })
      .execute()
    return server.visitor().call(signUpAsGuest, { body })
  }
  const appleBody = async (sub: string, mail: string) => {
    const { nonce } = (await server.visitor().call(startWithApple, { body: { communityId: home } })).answer
    const claims = { sub, email: mail, email_verified: true, nonce, aud: BUNDLE_ID }
    return { communityId: home, bundleId: BUNDLE_ID, nonce, identityToken: await apple.sign(claims) }
  }
  const forgedApple = { communityId: home, bundleId: BUNDLE_ID, nonce: newSecret(), identityToken: canaryText }
  const provePassword = (visitor: Visitor, currentpassword: string) =>
    visitor.call(proveOwner, { body: { currentpassword } })
  const addExporter = async () => {
    const { visitor, accountId } = await addVisitor()
    await provePassword(visitor, DEMO_PASSWORD)
    await visitor.call(makeExport, { body: {} })
    return { visitor, accountId }
  }
  const deleteNewAccount = async () => {
    const person = await addVisitor()
    await provePassword(person.visitor, DEMO_PASSWORD)
    await person.visitor.call(deleteAccount)
    return person
  }
  const post = async () => {
    const { userId } = await add()
    await db.updateTable('events').set({ pinned_until: null }).where('community_id', '=', home).execute()
    return addEvent(server, { userId, description: canaryText })
  }
  const addReportedPost = async () => {
    const [author, reporter] = [await addVisitor(), await addVisitor()]
    const postId = await addEvent(server, { userId: author.userId, description: canaryText })
    await reporter.visitor.call(flagEvent, { params: { id: postId }, body: { reason: canaryText } })
    const { id } = await db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', postId)
      .executeTakeFirstOrThrow()
    return { author, id }
  }
  const decideNewCase = async (decision: ModerationDecision) => {
    const { author, id } = await addReportedPost()
    const reply = await administrator.call(decideCase, {
      params: { id },
      body: { decision, rule: 'respect', reason: canaryText, ...(decision === 'suspend' && { days: 7 }) },
    })
    return { author, id, reply }
  }
  const viewMessage = async () => {
    const [writer, reader] = [await addVisitor(), await addVisitor()]
    const message = (
      await writer.visitor.call(sendMessage, { body: { to: reader.userId, text: canaryText, tmpId: newId() } })
    ).answer
    if (!isVisibleMessage(message)) throw new Error('the message was not sent')
    await reader.visitor.call(flagMessage, { params: { id: message._id }, body: {} })
    const { id } = await db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', message._id)
      .executeTakeFirstOrThrow()
    return administrator.call(getCase, { params: { id } })
  }
  const addWithFactor = async () => {
    const mail = email()
    const person = await addVisitor({ role: 'employee', email: mail })
    const { recoveryCodes } = await turnOnFactor(server, person.visitor)
    const proveAgain = () =>
      person.visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD, code: recoveryCodes[0]! } })
    const logInWith = (code: string, address = '198.51.100.90') =>
      server.visitor().call(
        logIn,
        { body: { email: mail, password: DEMO_PASSWORD, communityId: home, code } },
        {
          'x-forwarded-for': address,
        },
      )
    return { ...person, recoveryCodes, proveAgain, logInWith }
  }
  const setup = { ...emptySetup, email: email(), firstname: 'Ada', lastname: canaryText }

  return {
    'PUT /admin/members/:id member.disabled': () => changeNewMember({ disabled: true }),
    'PUT /admin/members/:id member.enabled': async () => {
      const { userId: id } = await add()
      await administrator.call(changeMember, { params: { id }, body: { disabled: true } })
      return administrator.call(changeMember, { params: { id }, body: { disabled: false } })
    },
    'PUT /admin/members/:id birthdate.changed': async () =>
      administrator.call(changeMember, { params: { id: (await add()).userId }, body: { birthdate: '12/05/1990' } }),
    'PUT /api/user/second-factor factor.on': addWithFactor,
    'DELETE /api/user/second-factor factor.off': async () => {
      const { visitor, proveAgain } = await addWithFactor()
      await proveAgain()
      return visitor.send({ method: 'DELETE', url: '/api/user/second-factor' })
    },
    'POST /api/user/second-factor/codes factor.codes': async () => {
      const { visitor, proveAgain } = await addWithFactor()
      await proveAgain()
      return visitor.send({ method: 'POST', url: '/api/user/second-factor/codes' })
    },
    'POST /api/auth factor.failed': async () => (await addWithFactor()).logInWith('000000'),
    'POST /api/auth factor.recovery': async () => {
      const { recoveryCodes, logInWith } = await addWithFactor()
      return logInWith(recoveryCodes[0]!)
    },
    'POST /api/auth factor.guessed': async () => {
      const { logInWith } = await addWithFactor()
      for (let at = 1; at <= 5; at++) await logInWith('000000', `198.51.100.${100 + at}`)
      return logInWith('000000', '198.51.100.110')
    },
    'GET /admin/moderation/:id message.viewed': viewMessage,
    'PUT /admin/moderation/:id case.hidden': async () => (await decideNewCase('hide')).reply,
    'PUT /admin/moderation/:id case.warned': async () => (await decideNewCase('warn')).reply,
    'PUT /admin/moderation/:id case.suspended': async () => (await decideNewCase('suspend')).reply,
    'PUT /admin/moderation/:id member.suspended': async () => (await decideNewCase('suspend')).reply,
    'PUT /admin/moderation/:id case.removed': async () => (await decideNewCase('remove')).reply,
    'PUT /admin/moderation/:id/restore member.resumed': async () =>
      administrator.call(restoreCase, { params: { id: (await decideNewCase('suspend')).id } }),
    'PUT /admin/moderation/:id/appeal appeal.overturned': async () => {
      const { author, id } = await decideNewCase('hide')
      await author.visitor.call(appealDecision, { body: { caseId: id, text: canaryText } })
      return (await server.as('webmaster')).call(decideAppeal, {
        params: { id },
        body: { overturn: true, reason: canaryText },
      })
    },
    'POST /moderation/appeals case.appealed': async () => {
      const { author, id } = await decideNewCase('hide')
      return author.visitor.call(appealDecision, { body: { caseId: id, text: canaryText } })
    },
    'PUT /admin/waiting/:id member.refused': () => decideOnNew(false),
    'POST /admin/invitations member.invited': () =>
      administrator.call(invite, { body: { email: `${canaryText}-${newId()}@record.example` } }),
    'PUT /admin/logo logo.changed': async () => send(administrator, 'PUT', '/admin/logo', await picture()),
    'PUT /admin/community/plan plan.changed': async () =>
      send(administrator, 'PUT', '/admin/community/plan', await picture()),
    'PUT /admin/community/welcome welcome.changed': () =>
      send(administrator, 'PUT', '/admin/community/welcome', Buffer.from(`%PDF-1.7\n% ${canaryText}\n%%EOF`)),

    'POST /api/auth login.failed': failLogIn,
    'POST /api/auth login.slowed': async () => {
      const { accountId } = await add({ email: `slow-${canaryText}@record.example` })
      await fillRateLimit(`login-account ${accountId}`, 20)
      const body = { email: `slow-${canaryText}@record.example`, password: canaryText, communityId: home }
      const unknownAddress = { 'x-forwarded-for': '198.51.100.77' }
      const first = await server.visitor().call(logIn, { body }, unknownAddress)
      await fillRateLimit(`login-account ${accountId}`, 20)
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
      return server.visitor().call(logInByLink, { body: { token: await linkOf(person, 'email') } })
    },
    'POST /api/auth/guest guest': async () => {
      const body = { communityId: home, deviceId: newSecret() }
      await server.visitor().call(signUpAsGuest, { body })
      return server.visitor().call(logInAsGuest, { body })
    },
    'POST /api/auth/signup/guest key.failed': withWrongKey,
    'POST /api/auth/signup/guest key.slowed': async () => {
      await fillRateLimit(`key-community ${gare}`, 60)
      return withWrongKey()
    },
    'POST /api/users key.failed': () =>
      server.visitor().call(
        register,
        { body: { communityId: gare, email: email(), registerkey: canaryText } },
        {
          'x-forwarded-for': '198.51.100.78',
        },
      ),
    'POST /api/auth/apple/callback apple.failed': async () => {
      const visitor = server.visitor()
      const { url } = (await visitor.call(startWithApple, { body: { communityId: home } })).answer
      return visitor.send({
        method: 'POST',
        url: APPLE_CALLBACK,
        payload: new URLSearchParams({
          state: new URL(url).searchParams.get('state')!,
          id_token: canaryText,
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: apple.origin },
      })
    },
    'POST /api/auth/apple login': async () => {
      const mail = email()
      await add({ email: mail })
      return server.visitor().call(logInWithApple, { body: await appleBody(newId(), mail) })
    },
    'POST /api/auth/apple apple.tied': async () => {
      const mail = email()
      await add({ email: mail })
      return server.visitor().call(logInWithApple, { body: await appleBody(newId(), mail) })
    },
    'POST /api/auth/apple apple.failed': () => server.visitor().call(logInWithApple, { body: forgedApple }),
    'POST /api/auth/signup/apple register': async () =>
      server.visitor().call(signUpWithApple, { body: await appleBody(newId(), email()) }),
    'POST /api/auth/signup/apple login': async () => {
      const mail = email()
      await add({ email: mail })
      return server.visitor().call(signUpWithApple, { body: await appleBody(newId(), mail) })
    },
    'POST /api/auth/signup/apple apple.failed': () => server.visitor().call(signUpWithApple, { body: forgedApple }),
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

    'POST /api/user/proof proof.failed': async () => provePassword((await addVisitor()).visitor, canaryText),
    'DELETE /api/user account.deleted': deleteNewAccount,
    'DELETE /api/register community.left': async () =>
      (await addVisitor()).visitor.send({ method: 'DELETE', url: '/api/register' }),
    'POST /api/user/undo departure.undone': async () => {
      const token = await linkOf(await deleteNewAccount(), 'deleted')
      return server.visitor().call(undoDeparture, { body: { token } })
    },
    'POST /api/user/undo link.failed': () => server.visitor().call(undoDeparture, { body: { token: newSecret() } }),
    'POST /moderation/decision link.failed': () =>
      server.visitor().call(readDecisionsByLink, { body: { token: newSecret() } }),
    'POST /moderation/appeal link.failed': () =>
      server.visitor().call(appealByLink, { body: { token: newSecret(), text: canaryText } }),
    'POST /api/user/export export.asked': addExporter,
    'DELETE /api/user/export export.dropped': async () =>
      (await addExporter()).visitor.send({ method: 'DELETE', url: '/api/user/export' }),
    'GET /api/user/export/file export.fetched': async () => {
      const { visitor, accountId } = await addExporter()
      const { id } = await db
        .updateTable('exports')
        .set({ ready_at: new Date() })
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirstOrThrow()
      await platform.storage.put(`${id}/zip`, Buffer.from(canaryText))
      return visitor.send({ method: 'GET', url: '/api/user/export/file' })
    },

    'POST /events/cancel/:id post.calledoff': async () => {
      const { visitor, userId } = await addVisitor()
      const id = await addEvent(server, { userId, description: canaryText, dateId: '2030-06-13' })
      return visitor.call(cancelEvent, { params: { id }, body: { reason: canaryText } })
    },
    'PUT /events/pin/:id post.pinned': async () =>
      administrator.call(pinEvent, { params: { id: await post() }, body: {} }),
    'DELETE /events/pin/:id post.unpinned': async () => {
      const params = { id: await post() }
      await administrator.call(pinEvent, { params, body: {} })
      return administrator.call(unpinEvent, { params })
    },
    'PUT /admin/deals/:id deal.refused': async () =>
      administrator.call(decideOnDeal, {
        params: { id: await addDeal(server, { isPending: true }) },
        body: { approve: false, reason: canaryText },
      }),
    'PUT /api/user password.changed': async () => {
      const { visitor } = await addVisitorWithProfile()
      return visitor.call(updateProfile, { body: { newpassword: NEW_PASSWORD, currentpassword: DEMO_PASSWORD } })
    },
    'PUT /api/user proof.failed': async () => {
      const { visitor } = await addVisitorWithProfile()
      return visitor.call(updateProfile, { body: { newpassword: NEW_PASSWORD, currentpassword: canaryText } })
    },
    'PUT /api/user email.asked': async () => {
      const { visitor } = await addVisitor({ email: null, needUpdate: true, password: undefined })
      return visitor.call(updateProfile, {
        body: {
          email: `${canaryText}-mine@record.example`,
          pseudo: nickname(),
          firstname: 'Ada',
          lastname: 'Record',
          confirmage: true,
          confirmaddress: true,
          newpassword: NEW_PASSWORD,
        },
      })
    },
  }
}

export const emptySetup = {
  lang: 'fr',
  communitytype: 'Neighborhood',
  longitude: null,
  latitude: null,
  name: 'Deux',
  customUri: 'deux',
  sign: 'lake',
  wayIn: 'open',
  password: NEW_PASSWORD,
} as const
