import { type FeedPost, listEvents } from '@parvis/contract/feed.ts'
import { beforeAll, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { PersonPosts, type PersonPostsProps } from './PersonPosts.tsx'
import { noAbilities, somePost } from './testing/some-post.ts'

renderStandalone('feed')
beforeAll(() => {
  // happy-dom has no popovers
  HTMLElement.prototype.showPopover ??= () => {}
})

const bob = { _id: 'bob', gender: 'F' } as const
const home = { _id: 'home', customUri: 'les-tilleuls', timezone: 'Europe/Paris', name: 'Les Tilleuls', logoUri: null }
const me = {
  _id: 'me',
  gender: null,
  communityId: 'home',
  suspendedUntil: null,
  abilities: { answer: true, openProfiles: true },
} as unknown as PersonPostsProps['me']

const post = (n: number): FeedPost => {
  const id = `0199f15d-9f9c-7de6-a71a-a6c1331d34${String(90 - n)}`
  return somePost(id, {
    userId: 'bob',
    dateAdded: new Date().toISOString(),
    dateUpdated: new Date().toISOString(),
    abilities: noAbilities,
    eventId: { title: `Numéro ${n}`, lang: { en: { title: `Number ${n}` } } },
  })
}
const page = (docs: FeedPost[], hasNextPage = false) =>
  ({
    docs,
    page: 1,
    hasNextPage,
    nextPage: hasNextPage ? 2 : null,
    cursor: hasNextPage ? 'cursor' : null,
    templatesUpdateTimestamp: '',
  }) as never
const renderPosts = () => render(<PersonPosts person={bob} community={home} me={me} onBlock={() => {}} />)
const titles = () => [...document.querySelectorAll('article')].map(one => /Number \d/.exec(one.textContent)?.[0])

test('the posts of a member load on retry after an error, and then page by page', async () => {
  stub(listEvents, () => refusal('unexpectederror'))
  await renderPosts()
  await expectText(t('feed.of.failed'))
  stub(listEvents, ({ query }) => (query.get('cursor') ? page([post(3)]) : page([post(1), post(2)], true)))
  await press(t('common.retry'))
  await waitUntil(() => titles().length === 2)
  expect(titles()).toEqual(['Number 1', 'Number 2'])
  expect(document.querySelector('h2')!.textContent).toBe('Her posts')
  await press(t('feed.of.more'))
  await waitUntil(() => titles().length === 3)
  expect(titles()).toEqual(['Number 1', 'Number 2', 'Number 3'])
  expect(findControl(t('feed.of.more'))).toBeUndefined()
  expect(calls.every(call => call.includes('userId=bob'))).toBe(true)
})

test('nothing is rendered for a member without posts', async () => {
  stub(listEvents, page([]))
  await renderPosts()
  await waitUntil(() => calls.length > 0)
  expect(document.querySelector('h2')).toBeNull()
})
