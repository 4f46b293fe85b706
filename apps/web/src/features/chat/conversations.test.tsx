import {
  type ChatUser,
  listChatGroups,
  listChatUsers,
  listEmployees,
  listMessages,
  listNeighbors,
  type NeighborsPage,
  searchNeighbors,
} from '@parvis/contract/chat.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import {
  calls,
  render,
  renderStandalone,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { ChatsView } from './ChatsView.tsx'
import { VideoLink } from './components/VideoLink.tsx'
import { ThreadView } from './ThreadView.tsx'
import { ME, someMessage } from './some-message.ts'

renderStandalone('chat', 'outbox', 'session')

type Abilities = SessionUser['abilities']
const member = { readChats: true, writeToNeighbors: true, chat: true, openProfiles: true } as Abilities
const person = (firstname: string, more: Partial<ChatUser> = {}) =>
  ({
    _id: firstname,
    firstname,
    pseudo: firstname.toLowerCase(),
    initial: null,
    photoUri: null,
    role: 'neighbor',
    online: false,
    notRead: 0,
    ...more,
  }) as ChatUser

const renderList = (list: 'mine' | 'neighbors' | 'team', abilities: Partial<Abilities> = {}) =>
  render(
    <ChatsView
      communityUri="les-tilleuls"
      me={{ _id: ME, abilities: { ...member, ...abilities } }}
      list={list}
      describePost={() => ({ title: 'Apéro', past: false })}
    />,
  )
const links = () => [...document.querySelectorAll('a')].map(link => `${link.textContent} ${link.getAttribute('href')}`)
const rows = () => [...document.querySelectorAll('li')].map(row => row.textContent)

afterEach(() =>
  act(async () => {
    for (const { id } of outbox.pending()) outbox.cancel(id)
    await outbox.open(null)
  }),
)

describe('the list of conversations', () => {
  test('says that it is empty, and links to the neighbours for members who may write to them', async () => {
    stub(listChatUsers, [])
    stub(listChatGroups, [])
    await renderList('mine')
    await expectText('No conversation yet')
    expect(links()).toContain('See the neighbours /les-tilleuls/mes-voisins')
    expect(links()).toContain('Neighbours /les-tilleuls/mes-voisins')
    await clearPage()
    // A company cannot start conversations, so it has no link to the list of neighbours.
    await renderList('mine', { writeToNeighbors: false })
    await expectText('Whoever answers what you post writes to you here.')
    expect(links().join()).not.toContain('mes-voisins')
  })

  test('can be searched by name and by last message, ignoring accents', async () => {
    stub(listChatUsers, [person('Mehdi'), person('Zoé', { lastMessage: someMessage(1, { text: 'À dix heures' }) })])
    stub(listChatGroups, [])
    await renderList('mine')
    await expectText('Mehdi')
    expect(rows()).toHaveLength(2)
    await typeInto('ZOE', 'input[type=search]')
    await waitUntil(() => rows().length === 1)
    expect(rows()[0]).toContain('Zoé')
    await typeInto('a dix', 'input[type=search]')
    await expectText('À dix heures')
    await typeInto('zzzz', 'input[type=search]')
    await expectText('Nothing found')
    await expectText('“zzzz”')
    await typeInto('', 'input[type=search]')
    await waitUntil(() => rows().length === 2)
    expect(rows()).toHaveLength(2)
  })

  describe('on the neighbours tab', () => {
    const page = (docs: ChatUser[], cursor: string | null = null): NeighborsPage => ({
      docs,
      page: 1,
      hasNextPage: cursor !== null,
      nextPage: cursor === null ? null : 2,
      cursor,
    })
    const rowsWith = (name: string) => rows().map(row => row?.includes(name))

    test('puts online neighbours first, omits duplicates and the team, and loads page by page', async () => {
      stub(listNeighbors, [
        person('Zoé', { online: true }),
        person('Conciergerie', { role: 'employee', online: true }),
        person('Adam'),
      ])
      stub(searchNeighbors, ({ query }) =>
        query.get('cursor') === 'next' ? page([person('Mehdi'), person('Zoé')]) : page([person('Adam')], 'next'),
      )
      await renderList('neighbors')
      await expectText('Adam')
      expect([rowsWith('Zoé'), rowsWith('Adam')]).toEqual([
        [true, false],
        [false, true],
      ])
      await press('Show more')
      await expectText('Mehdi')
      expect(rowsWith('Zoé')).toEqual([true, false, false])
      expect(document.querySelector('main, body')?.textContent).not.toContain('Show more')
    })

    test('filters the loaded neighbours until the server responds, and then shows the result of the server', async () => {
      stub(listNeighbors, [])
      let answer: (page: NeighborsPage) => void = () => {}
      stub(searchNeighbors, ({ query }) =>
        query.get('name') === 'zo' ? new Promise(done => (answer = done)) : page([person('Adam'), person('Zoé')]),
      )
      await renderList('neighbors')
      await expectText('Adam')
      await typeInto('zo', 'input[type=search]')
      await waitUntil(() => rows().length === 1)
      expect(rowsWith('Zoé')).toEqual([true])
      await waitUntil(() => calls.some(call => call.includes('name=zo')))
      await act(async () => answer(page([person('Zoé'), person('Enzo')])))
      await expectText('Enzo')
      expect(rows()).toHaveLength(2)
      stub(searchNeighbors, page([]))
      await typeInto('zzzz', 'input[type=search]')
      await expectText('Nothing found')
    })

    test('shows an error when a page fails to load, and retries that page', async () => {
      stub(listNeighbors, [])
      stub(searchNeighbors, () => refusal('unexpectederror'))
      await renderList('neighbors')
      await expectText('The neighbours could not be loaded')
      stub(searchNeighbors, ({ query }) =>
        query.get('cursor') ? refusal('unexpectederror') : page([person('Adam')], 'next'),
      )
      await press('Try again')
      await expectText('Adam')
      await press('Show more')
      await expectText('Try again')
      stub(searchNeighbors, page([person('Mehdi')]))
      await press('Try again')
      await expectText('Mehdi')
      expect(rows()).toHaveLength(2)
    })
  })

  test('shows an error when it fails to load, and loads on retry', async () => {
    stub(listChatUsers, () => refusal('unexpectederror'))
    stub(listChatGroups, [])
    await renderList('mine')
    await expectText('The conversations could not be loaded')
    stub(listChatUsers, [person('Mehdi')])
    await press('Try again')
    await expectText('Mehdi')
  })

  test('shows on the team tab the role of each team member', async () => {
    stub(listEmployees, [person('Sophie', { role: 'employee' })])
    await renderList('team')
    await expectText('Sophie')
    expect(rows()).toEqual([expect.stringContaining('Team')])
  })

  test('says on the team tab that the team does not accept messages', async () => {
    stub(listEmployees, () => refusal('forbidden'))
    await renderList('team')
    await expectText('The team cannot be written to here')
  })

  test('sends no request for a guest, and links to the registration', async () => {
    await renderList('mine', { readChats: false, writeToNeighbors: false })
    await expectText('Talk with your neighbours')
    expect(links().find(link => link.startsWith('Sign up'))).toMatch(/\/les-tilleuls\/connexion\?register=true$/)
    expect(calls).toEqual([])
  })

  test('contains a new contact while the first message to them is pending, also offline', async () => {
    stub(listChatUsers, noNetwork)
    stub(listChatGroups, noNetwork)
    const { online: _, notRead: __, ...bob } = person('Bob')
    const payload = { tmpId: 'm1', to: 'Bob', text: 'Bonjour' }
    await outbox.open(ME)
    await outbox.send({ kind: 'message', id: 'm1', place: 'to Bob', payload, to: 'Bob', person: bob, shownThere: true })
    await renderList('mine')
    await expectText('You: Bonjour')
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toMatch(/^.*Bob.*waiting/)
    await act(async () => void outbox.cancel('m1'))
    await waitUntil(() => rows().length === 0)
    expect(rows()).toEqual([])
  })
})

describe('a conversation', () => {
  const renderThread = () =>
    render(
      <ThreadView
        threadKey={{ who: 'personne.ici' }}
        communityUri="les-tilleuls"
        me={{ _id: ME, abilities: member } as SessionUser}
        backRoute="/$c/mes-conversations"
        titleOf={() => ''}
        renderLinkedPost={() => null}
        renderGroupPost={() => null}
        onAboutPostCleared={() => {}}
        map={{ start: { type: 'Point', coordinates: [6, 45] } as never }}
      />,
    )

  test('says that nobody has the requested name, and links back to the list', async () => {
    stub(listMessages, () => refusal('error404'))
    await renderThread()
    await expectText('Nobody of this name is here')
    expect(links()).toContain('All conversations /les-tilleuls/mes-conversations')
  })

  test('links a guest to the registration', async () => {
    stub(listMessages, () => refusal('guestforbidden'))
    await renderThread()
    await expectText('Talk with your neighbours')
    expect(links().find(link => link.startsWith('Sign up'))).toMatch(/register=true$/)
  })

  test('shows an error when it fails to load, and retries', async () => {
    stub(listMessages, () => refusal('unexpectederror'))
    await renderThread()
    await expectText('This conversation could not be loaded')
    const before = calls.length
    await press('Try again')
    await waitUntil(() => calls.length > before)
    expect(calls.length).toBeGreaterThan(before)
  })
})

test('the field for a video link accepts a link to a video, and shows an error for any other link', async () => {
  const pick = vi.fn()
  await render(<VideoLink onPick={pick} onClose={() => {}} />)
  const field = () => document.querySelector('input')!
  expect(document.activeElement).toBe(field())
  await typeInto('https://example.com/film', 'input')
  await press('Attach')
  await expectText('This is no link to a video that we can play.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field().getAttribute('aria-describedby')!)?.textContent).toContain('no link')
  expect(pick).not.toHaveBeenCalled()
  await typeInto('https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'input')
  await press('Attach')
  expect(pick).toHaveBeenCalledExactlyOnceWith({
    videoId: 'dQw4w9WgXcQ',
    link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
})
