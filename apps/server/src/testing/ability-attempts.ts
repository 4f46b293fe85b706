import { newId } from '../kernel/ids.ts'
import {
  type AbilityCell,
  type AbilityAttempt,
  sendCall,
  addMember,
  type Call,
  createViewer,
  otherRoles,
  type OtherRole,
  tryAbilities,
} from './ability-cells.ts'
import { addDeal, dealBody } from './deals.ts'
import { addEvent } from './events.ts'
import { addMessages } from './messages.ts'

const addPost = ({ server, viewer }: AbilityCell, userId: string) =>
  addEvent(server, {
    userId,
    group: 'post',
    description: 'Bonjour',
    community: viewer.othersCommunity,
    ...(viewer.othersCommunity !== viewer.community && { channels: ['OrganizationEventChannel'] }),
  })

const write = (to: string, more: object = {}): Call => ['POST', '/messages', { to, text: 'Bonjour', ...more }]

const newTemplateCall = ({ templates }: AbilityCell): Call => [
  'POST',
  '/templates',
  { name: 'Note', description: 'Bonjour', categoryId: templates.category },
]

export const trySessionAbilities = async (cell: AbilityCell): Promise<void> => {
  const { server, viewer, othersByRole, ownDeal, templates } = cell
  const { activity, message, dealActivity } = templates
  const theirs = await addPost(cell, othersByRole.neighbor.userId)
  const fromOwnDeal: Call[] = ownDeal
    ? [['POST', '/templates/publish', { templateId: dealActivity, goodDealId: ownDeal }]]
    : []
  const freePost: Call = ['POST', '/events/publish', { description: 'Bonjour' }]
  const fromActivity: Call = ['POST', '/templates/publish', { templateId: activity }]
  await tryAbilities(cell, 'session', ['GET', '/api/auth'], {
    publish: [freePost, fromActivity, ...fromOwnDeal],
    post: [freePost],
    publishActivity: [fromActivity],
    publishTemplate: [['POST', '/templates/publish', { templateId: message }]],
    createTemplate: [newTemplateCall(cell)],
    readChats: [['GET', '/messages/users']],
    writeToNeighbors: [write((await addMember(server, 'neighbor', viewer.community)).userId)],
    chat: [write(othersByRole.neighbor.userId, { eventId: theirs })],
    answer: [['POST', `/events/interested/${theirs}`]],
    flag: [['PUT', `/events/flag/${theirs}`]],
    openProfiles: [['GET', `/api/user?userId=${othersByRole.neighbor.userId}`]],
    // A suspended member may save only what others do not see, such as a new password: hence the empty change.
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
}

const tryPostAbilities = async (cell: AbilityCell, author: string, authorId: string): Promise<void> => {
  const { server, visitor, administrator } = cell
  const id = await addPost(cell, authorId)
  await tryAbilities(cell, `post of ${author}`, ['GET', `/events/details/${id}`], {
    chat: [write(authorId, { eventId: id })],
    answer: [['POST', `/events/interested/${id}`]],
    flag: [['PUT', `/events/flag/${id}`]],
    edit: [['PUT', `/events/${id}`, { description: 'Bonsoir' }]],
    seeAnswers: [['GET', `/messages/users/${id}`]],
    pin: [['PUT', `/events/pin/${id}`, {}]],
  })
  await sendCall(server, administrator, ['DELETE', `/events/pin/${id}`])
  await tryAbilities(cell, `post of ${author}`, ['GET', `/events/details/${id}`], {
    block: [['PUT', `/users/block/${authorId}`]],
  })
  await sendCall(server, visitor, ['PUT', `/users/unblock/${authorId}`])
  await tryAbilities(cell, `post of ${author}`, ['GET', `/events/details/${id}`], {
    remove: [['DELETE', `/events/${id}`]],
  })
}

export const tryAbilitiesOnPosts = async (cell: AbilityCell): Promise<void> => {
  const { server, userId, viewer } = cell
  // New authors, to whom the viewer has not written yet.
  for (const other of otherRoles)
    await tryPostAbilities(cell, other, (await addMember(server, other, viewer.othersCommunity)).userId)
  if (userId && viewer.othersCommunity === viewer.community) await tryPostAbilities(cell, 'self', userId)
}

export const tryAbilitiesOnConversations = async (cell: AbilityCell, other: OtherRole): Promise<void> => {
  const { server, viewer, userId, communityId, othersCommunityId } = cell
  /** Creates a user to whom the viewer has not written yet. */
  const newPerson = async () => (await addMember(server, other, viewer.othersCommunity)).userId
  const tryConversation = (label: string, to: string, attempts: Record<string, AbilityAttempt>) =>
    tryAbilities(
      cell,
      `conversation with ${label}`,
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
    const [flagged] = await addMessages(server, othersCommunityId, writer, userId, 1, communityId)
    await tryConversation(`${other} who wrote`, writer, {
      write: [write(writer)],
      flag: [['PUT', `/messages/flag/${flagged!}`]],
    })
  }
  // The viewer has blocked this user, or the conversation was never started.
  await tryConversation(`blocked ${other}`, writeTarget, {
    write: [write(writeTarget)],
    block: [['PUT', `/users/block/${writeTarget}`]],
  })
}

export const tryAbilitiesOnPeople = async (cell: AbilityCell, other: OtherRole): Promise<void> => {
  const { server, viewer } = cell
  const seen = (await addMember(server, other, viewer.othersCommunity)).userId
  await server.db.updateTable('users').set({ phone: '+33(0)6 12 34 56 78' }).where('id', '=', seen).execute()
  const profile: Call = ['GET', `/api/user?userId=${seen}`]
  // A company cannot be contacted from its profile, only from its posts.
  const contact: Record<string, AbilityAttempt> = other === 'advertiser' ? {} : { contact: [write(seen)] }
  await tryAbilities(cell, `profile of ${other}`, profile, {
    ...contact,
    call: answer => Boolean(answer.phone),
    flag: [['PUT', `/api/flag/${seen}`]],
    unblock: answer => answer.blocked,
    block: [['PUT', `/users/block/${seen}`]],
  })
  await tryAbilities(cell, `profile of blocked ${other}`, profile, {
    ...contact,
    call: answer => Boolean(answer.phone),
    unblock: answer => answer.blocked,
  })
  await tryAbilities(cell, `member ${other}`, ['GET', `/admin/members/${seen}`], {
    changeBirthdate: [['PUT', `/admin/members/${seen}`, { birthdate: '01/02/1980' }]],
    sendReset: [['POST', `/admin/members/${seen}/reset`]],
    printCode: [['POST', `/admin/members/${seen}/code`]],
    resetSecondFactor: [['DELETE', `/admin/members/${seen}/second-factor`]],
    changeRole: [['PUT', `/admin/members/${seen}`, { role: other }]],
    disable: [['PUT', `/admin/members/${seen}`, { disabled: true }]],
  })
}

export const tryAbilitiesOnDeals = async (cell: AbilityCell): Promise<void> => {
  const { server, viewer, othersByRole, ownDeal, templates } = cell
  const { dealActivity } = templates
  const deals = {
    visible: await addDeal(server, { userId: othersByRole.advertiser.userId, community: viewer.othersCommunity }),
    pending: await addDeal(server, {
      userId: othersByRole.advertiser.userId,
      community: viewer.othersCommunity,
      isPending: true,
    }),
    ...(ownDeal && { own: ownDeal }),
  }
  for (const [kind, id] of Object.entries(deals)) {
    await tryAbilities(cell, `${kind} deal`, ['GET', `/gooddeals?id=${id}`], {
      publish: [['POST', '/templates/publish', { templateId: dealActivity, goodDealId: id }]],
      flag: [['PUT', `/gooddeals/flag/${id}`]],
      drawMap: [['PUT', '/gooddeals/map', { _id: id, mapPhotoUri: null }]],
      edit: [['PUT', `/gooddeals/${id}`, { price: '3 €' }]],
      approve: [['PUT', `/admin/deals/${id}`, { approve: false }]],
      remove: [['DELETE', `/gooddeals/${id}`]],
    })
  }
}

export const tryAbilitiesOnTemplates = async (cell: AbilityCell): Promise<void> => {
  const { server, administrator, templates } = cell
  const { activity, message } = templates
  const own = (await sendCall(server, administrator, newTemplateCall(cell))).answer._id as string
  for (const [kind, id] of Object.entries({ activity, message, own }))
    await tryAbilities(cell, `template ${kind}`, ['GET', `/templates/${id}`], {
      publish: [['POST', '/templates/publish', { templateId: id }]],
      edit: [['PUT', `/templates/${id}`, { title: 'Note' }]],
      remove: [['DELETE', `/templates/${id}`]],
    })
}

export const tryAbilitiesOnInformation = async (cell: AbilityCell): Promise<void> => {
  const { server, visitor, viewer, communityId } = cell
  await tryAbilities(cell, 'information', ['GET', `/communities/${communityId}/information`], {
    edit: [['PUT', '/admin/community', { fax: '' }]],
    drawMap: [['PUT', '/communities/map', { _id: communityId, mapPhotoUri: null }]],
    writeToTeam: [write((await addMember(server, 'employee', viewer.community)).userId)],
    readWelcome: [['GET', `/communities/${communityId}/welcome.pdf`]],
  })
  const staff: string[] = (
    (await sendCall(server, visitor, ['GET', `/communities/${communityId}/information`])).answer.staff ?? []
  ).map(({ _id }: any) => _id)
  for (const id of staff.slice(0, 2))
    await tryAbilities(
      cell,
      'staff',
      ['GET', `/communities/${communityId}/information`],
      { chat: [write(id)] },
      ({ staff: team }) => team.find(({ _id }: any) => _id === id),
    )
}

export const tryAbilitiesToLeave = async (cell: AbilityCell): Promise<void> => {
  for (const [what, url] of [
    ['session', '/api/auth'],
    ['leaving', '/api/user/leaving'],
  ] as const)
    for (const [verb, left] of [
      ['leave', '/api/register'],
      ['deleteAccount', '/api/user'],
    ] as const) {
      // A user who has left cannot leave again, so every attempt needs a new user.
      const { visitor, userId } = await createViewer(cell.server, cell.viewer)
      Object.assign(cell, { visitor, userId })
      await tryAbilities(cell, what, ['GET', url], { [verb]: [['DELETE', left]] })
    }
}

export const tryAbilitiesToEnter = async (cell: AbilityCell): Promise<void> => {
  const { communityId } = cell
  await tryAbilities(cell, 'community', ['GET', `/communities/${communityId}`], {
    register: [
      [
        'POST',
        '/api/users',
        { email: `new-${newId()}@abilities.example`, communityId: communityId, lang: 'fr', os: 'web' },
      ],
    ],
    enterAsGuest: [
      [
        'POST',
        '/api/auth/signup/guest',
        {
          communityId: communityId,
          deviceId: Buffer.from(newId() + newId())
            .toString('base64url')
            .slice(0, 43),
        },
      ],
    ],
  })
}
