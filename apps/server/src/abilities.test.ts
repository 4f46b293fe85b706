// Tries every entry of `abilities`: an offered action is not refused for lack of rights, and one that is not offered is
// refused. By role and by the community’s switches: all on and all off in the short run, every combination in the long
// one. Suspended members, minors and members of private and sister communities are tried too; some of them in the short
// run, with all switches on.
import { roles, type Role } from '@parvis/contract/roles.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from './kernel/ids.ts'
import { addDeal, dealBody } from './testing/deals.ts'
import { addEvent } from './testing/events.ts'
import { isLong } from './testing/long.ts'
import { addMessages } from './testing/messages.ts'
import { asPerson } from './testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

const flags = ['acceptPosts', 'subscribe', 'gooddeal', 'weather'] as const
type Switches = Record<(typeof flags)[number], boolean>
const switches = (isOn: (flag: (typeof flags)[number], at: number) => boolean) =>
  Object.fromEntries(flags.map((flag, at) => [flag, isOn(flag, at)])) as Switches
const allCombinations = Array.from({ length: 2 ** flags.length }, (_, n) =>
  switches((_flag, at) => (n & (1 << at)) === 0),
)
const allOnAndAllOff = [switches(() => true), switches(() => false)]

const HOME = 'les-tilleuls'
/** Private communities of one organisation, sisters of each other. */
const [PRIVATE, SISTER] = ['residence-du-lac', 'camping-des-pins']

interface Viewer {
  role: Role | 'visitor'
  state?: 'suspended' | 'minor'
  community: string
  /** The community of the users whose profiles and posts the viewer looks at. */
  others: string
}
const atHome = { community: HOME, others: HOME }
const byRole: Viewer[] = [...roles, 'visitor' as const].map(role => ({ role, ...atHome }))
const bySituation: Viewer[] = [
  ...(['neighbor', 'advertiser', 'employee', 'administrator'] as const).map(role => ({
    role,
    state: 'suspended' as const,
    ...atHome,
  })),
  { role: 'neighbor', state: 'minor', ...atHome },
  ...(['neighbor', 'administrator'] as const).flatMap(role => [
    { role, community: PRIVATE, others: PRIVATE },
    { role, community: PRIVATE, others: SISTER },
  ]),
  { role: 'neighbor', state: 'suspended', community: PRIVATE, others: SISTER },
]
/** Whether the short run tries this viewer too. */
const isInShortRun = ({ role, state }: Viewer) =>
  role === 'neighbor' || (role === 'administrator' && state === 'suspended')
const others = ['neighbor', 'advertiser', 'employee', 'administrator'] as const
type Other = (typeof others)[number]

let server: TestServer
const administrators = {} as Record<string, Visitor>
beforeAll(async () => {
  server = await openTestServer('demo')
  for (const community of [HOME, PRIVATE, SISTER])
    administrators[community] = (
      await asPerson(server, { email: `boss@${community}.example`, role: 'administrator', community })
    ).visitor
})
afterAll(() => server.close())

type Call = [method: string, url: string, body?: unknown]

const ask = async (visitor: Visitor, [method, url, body]: Call): Promise<{ key: string | null; answer: any }> => {
  await server.db.deleteFrom('attempts').execute()
  const reply = await visitor.send({
    method,
    url,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (reply.status >= 400) return { key: reply.error.key, answer: null }
  return { key: null, answer: url.endsWith('.pdf') ? null : reply.answer }
}

/** Errors that mean a lack of rights; all other errors are shown only to callers who have the rights. */
const rightsErrors = [
  'minorlocation',
  'nosession',
  'forbidden',
  'suspended',
  'guestforbidden',
  'unauthorized',
  'error404',
  'laststaff',
  'dealchanged',
]
const isLackOfRights = (key: string | null) => key !== null && rightsErrors.includes(key)

/** Calls of which at least one must succeed, or a condition on the answer. */
type Attempt = Call[] | ((answer: any) => boolean)

let people = 0
const person = (role: Role, community: string) =>
  asPerson(server, { email: `${role}-${people++}@abilities.example`, role, community })

const DAY_MS = 86_400_000
const states = {
  suspended: { suspended_until: new Date(Date.now() + 7 * DAY_MS) },
  minor: { birthdate: `${new Date().getFullYear() - 13}-01-02` },
} as const

const createViewer = async ({ role, state, community }: Viewer) => {
  if (role === 'visitor') return { visitor: server.visitor(), userId: null }
  if (role === 'guest') return { visitor: await server.asGuest(), userId: null }
  const made = await person(role, community)
  if (state) {
    await server.db.updateTable('users').set(states[state]).where('id', '=', made.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [made.userId] })
  }
  return made
}

const findTemplate = async (type: string): Promise<string> => {
  const { answer } = await ask(await server.as('employee'), ['GET', '/templates/categories'])
  return answer.flatMap(({ templates }: any) => templates).find((one: any) => one.type === type)._id
}

it('the server allows every action that `abilities` offers and refuses every other one', async () => {
  const differences: string[] = []
  let triedCount = 0
  const [activity, message] = [await findTemplate('Activity'), await findTemplate('Template')]
  const dealActivity = (await ask(administrators[HOME]!, ['GET', '/templates/usedByGooddeals'])).answer[0]
    ?._id as string
  const category = (await ask(administrators[HOME]!, ['GET', '/templates/categories'])).answer[0]._id as string
  const perSituation: Record<string, number> = {}

  for (const on of isLong ? allCombinations : allOnAndAllOff) {
    for (const one of Object.values(administrators))
      expect((await ask(one, ['PUT', '/admin/community', on])).key).toBe(null)
    const shortRunViewers = on.acceptPosts ? bySituation.filter(isInShortRun) : []
    for (const viewer of [...byRole, ...(isLong ? bySituation : shortRunViewers)]) {
      const { role, state, community, others: place } = viewer
      const administrator = administrators[place]!
      const [home, placeId] = [await server.communityId(community), await server.communityId(place)]
      const othersByRole = {} as Record<Other, { visitor: Visitor; userId: string }>
      for (const other of others) othersByRole[other] = await person(other, place)
      let { visitor, userId } = await createViewer(viewer)
      const situation = [
        state,
        community === PRIVATE && (place === SISTER ? 'of a sister community' : 'of a private community'),
      ]
        .filter(Boolean)
        .join(', ')
      const cellName = `${role} ${situation}, ${flags.filter(flag => !on[flag]).join(' and ') || 'nothing'} off`

      /** Reloads the abilities before each attempt, because an attempt may change them; `undo` reverts the attempt. */
      const tryAbilities = async (
        what: string,
        read: Call,
        attempts: Record<string, Attempt>,
        pick: (answer: any) => any = answer => answer,
        undo?: Call,
      ) => {
        for (const [verb, attempt] of Object.entries(attempts)) {
          const { answer, key } = await ask(visitor, read)
          // A viewer who may not read the resource is offered no action on it.
          if (key !== null) continue
          const seen = pick(answer)
          if (!seen) continue
          const offered: unknown = seen.abilities[verb]
          expect([what, verb, typeof offered]).toEqual([what, verb, 'boolean'])
          triedCount++
          perSituation[situation || 'by role'] = (perSituation[situation || 'by role'] ?? 0) + 1
          const keys: (string | null)[] = []
          if (typeof attempt === 'function') keys.push(attempt(seen) ? null : 'forbidden')
          else for (const call of attempt) keys.push((await ask(visitor, call)).key)
          if (undo) await ask(visitor, undo)
          const done = keys.some(one => !isLackOfRights(one))
          if (done !== offered)
            differences.push(`${cellName}: ${what}.${verb} is ${offered}, and the call says ${keys}`)
        }
      }

      const post = (by: string, group: 'post' | 'activity' = 'post') =>
        addEvent(server, {
          userId: by,
          group,
          description: 'Bonjour',
          community: place,
          ...(place !== community && { channels: ['OrganizationEventChannel'] }),
        })
      const theirs = await post(othersByRole.neighbor.userId)
      const ownDeal = role === 'advertiser' && userId ? await addDeal(server, { userId, community }) : null
      const fromOwnDeal: Call[] = ownDeal
        ? [['POST', '/templates/publish', { templateId: dealActivity, goodDealId: ownDeal }]]
        : []
      const freePost: Call = ['POST', '/events/publish', { description: 'Bonjour' }]
      const fromActivity: Call = ['POST', '/templates/publish', { templateId: activity }]
      const write = (to: string, more: object = {}): Call => ['POST', '/messages', { to, text: 'Bonjour', ...more }]
      const newTemplate: Call = ['POST', '/templates', { name: 'Note', description: 'Bonjour', categoryId: category }]

      await tryAbilities('session', ['GET', '/api/auth'], {
        publish: [freePost, fromActivity, ...fromOwnDeal],
        post: [freePost],
        publishActivity: [fromActivity],
        publishTemplate: [['POST', '/templates/publish', { templateId: message }]],
        createTemplate: [newTemplate],
        readChats: [['GET', '/messages/users']],
        writeToNeighbors: [write((await person('neighbor', community)).userId)],
        chat: [write(othersByRole.neighbor.userId, { eventId: theirs })],
        answer: [['POST', `/events/interested/${theirs}`]],
        flag: [['PUT', `/events/flag/${theirs}`]],
        openProfiles: [['GET', `/api/user?userId=${othersByRole.neighbor.userId}`]],
        // A suspended member can change only the password, nothing that others see.
        editProfile: [
          ['PUT', '/api/user', { job: 'Menuisier' }],
          ['PUT', '/api/user', {}],
        ],
        beTold: [['PUT', '/notifications/settings', { answer: true }]],
        useSecondFactor: [['GET', '/api/user/second-factor']],
        printPoster: [['GET', '/admin/poster']],
        runCommunity: [['GET', '/admin/desk']],
        runInstallation: [['GET', '/admin/audit']],
        seeDeals: [['GET', '/gooddeals/community']],
        writeDeals: [['POST', '/gooddeals', await dealBody(server)]],
        seeWeather: [['GET', '/weather/current']],
      })
      const authors = {
        ...Object.fromEntries(others.map(other => [other, othersByRole[other].userId])),
        ...(userId && place === community && { self: userId }),
      }
      for (const [author, by] of Object.entries(authors) as [string, string][]) {
        // A new author, to whom the viewer has not written yet.
        const newAuthor = author === 'self' ? by : (await person(author as Other, place)).userId
        const id = await post(newAuthor)
        await tryAbilities(`post of ${author}`, ['GET', `/events/details/${id}`], {
          chat: [write(newAuthor, { eventId: id })],
          answer: [['POST', `/events/interested/${id}`]],
          flag: [['PUT', `/events/flag/${id}`]],
          edit: [['PUT', `/events/${id}`, { description: 'Bonsoir' }]],
          seeAnswers: [['GET', `/messages/users/${id}`]],
          pin: [['PUT', `/events/pin/${id}`, {}]],
        })
        await ask(administrator, ['DELETE', `/events/pin/${id}`])
        await tryAbilities(`post of ${author}`, ['GET', `/events/details/${id}`], {
          block: [['PUT', `/users/block/${newAuthor}`]],
        })
        await ask(visitor, ['PUT', `/users/unblock/${newAuthor}`])
        await tryAbilities(`post of ${author}`, ['GET', `/events/details/${id}`], {
          remove: [['DELETE', `/events/${id}`]],
        })
      }

      for (const other of others) {
        /** Creates a user to whom the viewer has not written yet. */
        const newPerson = async () => (await person(other, place)).userId
        const tryConversation = (what: string, to: string, attempts: Record<string, Attempt>) =>
          tryAbilities(
            `conversation with ${what}`,
            ['GET', `/messages?userId=${to}`],
            attempts,
            one => one.conversation,
          )
        const attachTarget = await newPerson()
        await tryConversation(other, attachTarget, {
          attach: [write(attachTarget, { text: null, youtubeVideoId: 'dQw4w9WgXcQ' })],
        })
        const locationTarget = await newPerson()
        const location = { latitude: 45.9, longitude: 6.1 }
        await tryConversation(other, locationTarget, {
          attachLocation: [write(locationTarget, { text: null, location })],
        })
        const writeTarget = await newPerson()
        await tryConversation(other, writeTarget, {
          write: [write(writeTarget)],
          block: [['PUT', `/users/block/${writeTarget}`]],
        })
        if (userId) {
          const writer = await newPerson()
          const [flagged] = await addMessages(server, placeId, writer, userId, 1, home)
          await tryConversation(`${other} who wrote`, writer, {
            write: [write(writer)],
            flag: [['PUT', `/messages/flag/${flagged!}`]],
          })
        }
        // A conversation that the viewer has blocked, or one that was never started.
        await tryConversation(`blocked ${other}`, writeTarget, {
          write: [write(writeTarget)],
          block: [['PUT', `/users/block/${writeTarget}`]],
        })

        const seen = await newPerson()
        await server.db.updateTable('users').set({ phone: '+33(0)6 12 34 56 78' }).where('id', '=', seen).execute()
        const profile: Call = ['GET', `/api/user?userId=${seen}`]
        // A company profile cannot be contacted; its posts can.
        const contact: Record<string, Attempt> = other === 'advertiser' ? {} : { contact: [write(seen)] }
        await tryAbilities(`profile of ${other}`, profile, {
          ...contact,
          call: answer => Boolean(answer.phone),
          flag: [['PUT', `/api/flag/${seen}`]],
          unblock: answer => answer.blocked,
          block: [['PUT', `/users/block/${seen}`]],
        })
        await tryAbilities(`profile of blocked ${other}`, profile, {
          ...contact,
          call: answer => Boolean(answer.phone),
          unblock: answer => answer.blocked,
        })
        await tryAbilities(`member ${other}`, ['GET', `/admin/members/${seen}`], {
          changeBirthdate: [['PUT', `/admin/members/${seen}`, { birthdate: '01/02/1980' }]],
          sendReset: [['POST', `/admin/members/${seen}/reset`]],
          printCode: [['POST', `/admin/members/${seen}/code`]],
          resetSecondFactor: [['DELETE', `/admin/members/${seen}/second-factor`]],
          changeRole: [['PUT', `/admin/members/${seen}`, { role: other }]],
          disable: [['PUT', `/admin/members/${seen}`, { disabled: true }]],
        })
      }

      const deals = {
        visible: await addDeal(server, { userId: othersByRole.advertiser.userId, community: place }),
        pending: await addDeal(server, { userId: othersByRole.advertiser.userId, community: place, isPending: true }),
        ...(ownDeal && { own: ownDeal }),
      }
      for (const [kind, id] of Object.entries(deals)) {
        await tryAbilities(`${kind} deal`, ['GET', `/gooddeals?id=${id}`], {
          publish: [['POST', '/templates/publish', { templateId: dealActivity, goodDealId: id }]],
          flag: [['PUT', `/gooddeals/flag/${id}`]],
          drawMap: [['PUT', '/gooddeals/map', { _id: id, mapPhotoUri: null }]],
          edit: [['PUT', `/gooddeals/${id}`, { price: '3 €' }]],
          approve: [['PUT', `/admin/deals/${id}`, { approve: false }]],
          remove: [['DELETE', `/gooddeals/${id}`]],
        })
      }

      const own = (await ask(administrator, newTemplate)).answer._id as string
      for (const [kind, id] of Object.entries({ activity, message, own }))
        await tryAbilities(`template ${kind}`, ['GET', `/templates/${id}`], {
          publish: [['POST', '/templates/publish', { templateId: id }]],
          edit: [['PUT', `/templates/${id}`, { title: 'Note' }]],
          remove: [['DELETE', `/templates/${id}`]],
        })

      await tryAbilities('information', ['GET', `/communities/${home}/information`], {
        edit: [['PUT', '/admin/community', { fax: '' }]],
        drawMap: [['PUT', '/communities/map', { _id: home, mapPhotoUri: null }]],
        writeToTeam: [write((await person('employee', community)).userId)],
        readWelcome: [['GET', `/communities/${home}/welcome.pdf`]],
      })
      const staff: string[] = (
        (await ask(visitor, ['GET', `/communities/${home}/information`])).answer.staff ?? []
      ).map(({ _id }: any) => _id)
      for (const id of staff.slice(0, 2))
        await tryAbilities(
          'staff',
          ['GET', `/communities/${home}/information`],
          { chat: [write(id)] },
          ({ staff: team }) => team.find(({ _id }: any) => _id === id),
        )
      for (const [what, url] of [
        ['session', '/api/auth'],
        ['leaving', '/api/user/leaving'],
      ] as const)
        for (const [verb, left] of [
          ['leave', '/api/register'],
          ['deleteAccount', '/api/user'],
        ] as const) {
          // A user who has left cannot leave again, so every attempt needs a new user.
          ;({ visitor, userId } = await createViewer(viewer))
          await tryAbilities(what, ['GET', url], { [verb]: [['DELETE', left]] })
        }
      if (role === 'visitor')
        await tryAbilities('community', ['GET', `/communities/${home}`], {
          register: [
            [
              'POST',
              '/api/users',
              { email: `new-${newId()}@abilities.example`, communityId: home, lang: 'fr', os: 'web' },
            ],
          ],
          enterAsGuest: [
            [
              'POST',
              '/api/auth/signup/guest',
              {
                communityId: home,
                deviceId: Buffer.from(newId() + newId())
                  .toString('base64url')
                  .slice(0, 43),
              },
            ],
          ],
        })
    }
  }
  console.log(`${triedCount} cells tried, ${differences.length} differ`, perSituation)
  expect(differences).toEqual([])
  expect(triedCount).toBeGreaterThan(2_200)
}, 1_200_000)
