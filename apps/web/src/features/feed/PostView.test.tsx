import { getEvent, listAnswers, withdrawAnswer } from '@parvis/contract/feed.ts'
import { expect, test } from 'vitest'
import {
  render,
  renderStandalone,
  withFrame,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import type { Viewer } from './components/post-actions.ts'
import { PostView } from './PostView.tsx'
import { somePost } from './testing/some-post.ts'

renderStandalone('feed')

const community = { name: 'Les Tilleuls', logoUri: null, customUri: 'les-tilleuls', timezone: 'Europe/Paris' }
const me = {
  _id: 'me',
  communityId: 'home',
  gender: null,
  suspendedUntil: null,
  abilities: { answer: true, chat: true, openProfiles: true, readChats: true },
} as unknown as Viewer
const post = somePost('p1', {
  groupId: 'activity',
  interested: true,
  interestedCount: 2,
  abilities: { answer: true, flag: true, seeAnswers: true },
})
const people = ['Ana', 'Bob'].map(firstname => ({ ...post.user, _id: firstname, pseudo: firstname, firstname }))
const answers = { ...post, page: 1, hasNextPage: false, nextPage: null, cursor: null, interestedUsers: people }
const shownNames = () => [...document.querySelectorAll('section li b')].map(name => name.textContent)

test('a member who answered sees the other people who answered, without links to write to them, until the member withdraws the answer', async () => {
  stub(getEvent, post)
  stub(listAnswers, answers)
  await render(withFrame(<PostView community={community} me={me} id="p1" />))
  await expectText('Bob')
  expect(shownNames()).toEqual(['Ana', 'Bob'])
  expect(document.querySelector('a[href*="/mes-conversations/Ana"]')).toBeNull()
  stub(listAnswers, () => refusal('forbidden'))
  stub(withdrawAnswer, {
    ...post,
    version: 2,
    interested: false,
    interestedCount: 1,
    abilities: { ...post.abilities, seeAnswers: false },
  })
  document.querySelector<HTMLElement>('button[aria-pressed=true]')!.click()
  await waitUntil(() => shownNames().length === 0)
  expect(shownNames()).toEqual([])
})

test('the author of a post gets a link to write to each person who answered', async () => {
  stub(getEvent, {
    ...post,
    userId: 'me',
    interested: false,
    abilities: { ...post.abilities, answer: false, flag: false, remove: true },
  })
  stub(listAnswers, answers)
  await render(withFrame(<PostView community={community} me={me} id="p1" />))
  await expectText('Bob')
  expect(document.querySelectorAll('a[href*="/mes-conversations/"]').length).toBe(2)
})
